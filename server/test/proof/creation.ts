import type { Endpoint } from '#contracts/endpoint.ts'
import { pathOf, type TestClient } from '#test/client.ts'
import type { Harness, TestTenant } from '#test/harness.ts'
import { countRows } from './concurrent-requests.ts'

/** Where a creation takes place: a tenant of its own, with a guest. */
export type CreationStage = { h: Harness; acme: TestTenant; guest: TestClient }

export type Creation = {
  endpoint: Endpoint
  /** Fields that a repetition is not compared by: nothing depends on them, or their meaning may have changed since. */
  unstored: readonly string[]
  /** Path, a body, for each of its fields another value, and the number of rows it created. */
  arrange(stage: CreationStage): Promise<ArrangedCreation>
}

export type ArrangedCreation = {
  who: TestClient
  path: string
  body: Record<string, unknown>
  others: Record<string, unknown>
  /** In place of others that cannot be sent together. */
  together?: Record<string, unknown>
  rows: () => Promise<number>
}

export const newId = () => crypto.randomUUID() as never

export const count = ({ h, acme }: CreationStage, table: string, where: string, values: unknown[] = []) =>
  countRows(h.database, acme.tenant.id, table, where, values)

/** The number of tickets: NaN unless rows, conversations, activity entries and numbers agree. */
export async function countTickets(stage: CreationStage): Promise<number> {
  const counts = [
    await count(stage, 'ticket', 'true'),
    await count(stage, 'conversation', "channel <> 'chat'"),
    await count(stage, 'activity_log', "action = 'Ticket created'"),
    await count(stage, 'tenant_counter', 'last_ticket_number = 1'),
  ]
  return Math.max(...counts) === Math.min(...counts) ? counts[0]! : Number.NaN
}

type Given = Omit<ArrangedCreation, 'rows' | 'path'> & {
  params?: Record<string, string>
  rows?: () => Promise<number>
}

/** Without `rows`, the rows of `table` under the id. */
export const creation = (
  endpoint: Endpoint,
  table: string,
  given: (stage: CreationStage) => Promise<Given>,
  unstored: readonly string[] = [],
): Creation => ({
  endpoint,
  unstored,
  arrange: async (stage) => {
    const { params, ...made } = await given(stage)
    const body = { id: newId(), ...made.body }
    const rows = () => count(stage, table, 'id = $2', [body.id])
    return { rows, ...made, body, path: pathOf(endpoint, params ? { params } : {}) }
  },
})

export const byAdmin = async ({ h, acme }: CreationStage) => ({ who: await h.member(acme, 'admin') })
