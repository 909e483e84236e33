import { Readable } from 'node:stream'
import type { ConversationId, CustomerId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { getGroup } from '#server/customer-record/record.ts'
import { type Origin, recordAuditIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { EXPORT_CUSTOMERS } from './policy.ts'
import {
  type ExportedFile,
  type ExportedMessage,
  listConversations,
  listMessages,
  PAGE,
  readPerson,
} from './queries.ts'

/**
 * All that is stored of a person as one JSON text: the customer with all merged into it, and their conversations with files. Recorded in the
 * audit log and the activity. The text is made while it is sent, each page of it in a transaction of its own, so that neither its size is
 * bounded by memory nor a slow download holds a transaction open. Throws forbidden and not_found before the first byte.
 */
export async function exportCustomer(tenant: Tenant, actor: Member, id: CustomerId, origin: Origin): Promise<Readable> {
  requireRole(actor, EXPORT_CUSTOMERS)
  const ids = await tenant.tx(async (t) => {
    const group = await getGroup(t, id)
    await recordAuditIn(t, {
      ...origin,
      action: 'customer_exported',
      actor: { kind: 'member', id: actor.userId, email: actor.email },
      detail: { customerId: group[0].id, customers: group.length },
    })
    await recordActivity(t, actor, { action: m.activity_customer_exported, type: 'customer_export' })
    return group.map((one) => one.id)
  })
  return Readable.from(textOf(tenant, ids))
}

async function* textOf(tenant: Tenant, ids: CustomerId[]): AsyncGenerator<string> {
  const person = await tenant.read((t) => readPerson(t, ids))
  const head = { exportedAt: tenant.platform.clock.now(), ...person }
  yield `${JSON.stringify(head).slice(0, -1)},"conversations":[`
  let after: ConversationId | null = null
  for (let separator = ''; ; ) {
    const page = await tenant.read((t) => listConversations(t, ids, after))
    for (const conversation of page) {
      yield `${separator}\n${JSON.stringify(conversation).slice(0, -1)},"messages":[`
      yield* messagesOf(tenant, conversation.id)
      yield ']}'
      separator = ','
    }
    after = page.at(-1)?.id ?? null
    if (page.length < PAGE) break
  }
  yield ']}\n'
}

async function* messagesOf(tenant: Tenant, id: ConversationId): AsyncGenerator<string> {
  let separator = ''
  let page: ExportedMessage[]
  let afterSeq = -1
  do {
    page = await tenant.read((t) => listMessages(t, id, afterSeq))
    for (const { seq, files, ...message } of page) {
      yield `${separator}\n${JSON.stringify(message).slice(0, -1)},"files":[`
      for (const [n, file] of files.entries()) yield* fileOf(tenant, n, file)
      yield ']}'
      separator = ','
      afterSeq = seq
    }
  } while (page.length === PAGE)
}

/** A file with its bytes; null instead of them where they are gone. */
async function* fileOf(tenant: Tenant, n: number, { storageKey, ...file }: ExportedFile): AsyncGenerator<string> {
  yield `${n > 0 ? ',' : ''}${JSON.stringify(file).slice(0, -1)},"base64":`
  const stored = await tenant.platform.files.find(storageKey)
  if (!stored) {
    yield 'null}'
    return
  }
  yield '"'
  yield* base64Of(stored.stream)
  yield '"}'
}

/** Encoded in whole groups of three bytes, so that the pieces make one text. */
async function* base64Of(stream: Readable): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    const all = Buffer.concat([rest, bytes])
    const whole = all.length - (all.length % 3)
    yield all.toString('base64', 0, whole)
    rest = all.subarray(whole)
  }
  yield rest.toString('base64')
}
