import { randomUUID } from 'node:crypto'
import type { TicketFieldId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { colour } from '#server/ticket/tags/colours.ts'
import { createField } from './fields.ts'

/** A text field of tickets, and a tag with a colour; gives the field's id. */
export async function makeTicketField(tenant: Tenant, actor: Member): Promise<TicketFieldId> {
  await colour(tenant, actor, { name: 'coloured', colour: 'teal' })
  const id = randomUUID() as TicketFieldId
  const key = `f_${id.slice(0, 8)}`
  const shape = { type: 'text', required: 'never' } as const
  await createField(tenant, actor, { id, key, name: `Field ${key}`, help: '', options: [], isOnForm: false, ...shape })
  return id
}
