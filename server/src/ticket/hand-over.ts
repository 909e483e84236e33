import { z } from 'zod'
import { MemberRole } from '#contracts/identity/role.ts'
import { TeamId, TenantId, type TicketId, UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Actor } from '#server/platform/actor.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { findMember } from '#server/tenant/service.ts'
import { applyChange } from './apply-change.ts'
import { lockTicket } from './load.ts'
import { isFinished } from './policy.ts'
import { listUnfinished } from './queries.ts'

/** One transaction changes so many tickets; the rest is left to a job. */
const BATCH = 50
/** A change that began before the member left may assign a ticket to them until its transaction ends: they are looked for again after this time. */
const LATE_MS = 60_000

const From = z.union([z.strictObject({ assigneeId: UserId }), z.strictObject({ teamId: TeamId })])
/** Whose unfinished tickets are handed over: a former member's, or those of a deleted team. */
export type From = z.output<typeof From>

const Payload = z.object({
  tenantId: TenantId,
  from: From,
  to: UserId.nullable(),
  actor: z.object({
    kind: z.literal('member'),
    userId: UserId,
    name: z.string(),
    email: z.string(),
    role: MemberRole,
  }),
})

/** Hands over what the transaction of the removal left. */
export const handOverTickets = job<z.output<typeof Payload>>({
  name: 'ticket.handOver',
  payload: Payload,
  attempts: 10,
  retryDelaySeconds: 10,
  timeoutSeconds: 600,
  run: async (platform, { tenantId, from, to, actor }) => {
    const tenant = tenantOf(platform, tenantId)
    let handedOver = BATCH
    while (handedOver === BATCH) handedOver = await tenant.tx((t) => handOverBatch(t, actor, from, to))
  },
})

/** Hands over unfinished tickets in the transaction of the removal: at once as far as one transaction should go, then by a job. */
export async function handOver(t: Tx, actor: Actor, from: From, to: UserId | null): Promise<void> {
  const handedOver = await handOverBatch(t, actor, from, to)
  if (actor.kind !== 'member') return
  const delayMs = handedOver === BATCH ? 0 : LATE_MS
  const payload = { tenantId: t.tenantId, from, to, actor }
  await t.enqueue(handOverTickets, payload, { startAfter: new Date(t.now.getTime() + delayMs) })
}

async function handOverBatch(t: Tx, actor: Actor, from: From, to: UserId | null): Promise<number> {
  const receiver = to ? await findMember(t, to) : undefined
  const ids = await listUnfinished(t, from, BATCH)
  for (const id of ids) await handOverOne(t, actor, id, from, receiver ?? null)
  return ids.length
}

async function handOverOne(
  t: Tx,
  actor: Actor,
  id: TicketId,
  from: From,
  receiver: { userId: UserId; name: string } | null,
): Promise<void> {
  const { ticket } = await lockTicket(t, system, id)
  if (isFinished(ticket.status)) return
  if ('teamId' in from) {
    if (ticket.teamId !== from.teamId) return
    await applyChange(t, actor, ticket, { teamId: null }, { actions: [m.activity_ticket_team_unassigned] })
    return
  }
  if (ticket.assigneeId !== from.assigneeId) return
  const action = receiver ? text(m.activity_ticket_assigned, { name: receiver.name }) : m.activity_ticket_unassigned
  await applyChange(t, actor, ticket, { assigneeId: receiver?.userId ?? null }, { actions: [action] })
}
