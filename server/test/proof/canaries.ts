import { Client, type Pool } from 'pg'

/** Texts that are in every text column of one tenant and nowhere else. */
export type Canary = {
  /** In public texts: the portal's texts, published articles. */
  public: string
  /** In all other texts. */
  private: string
  /** In texts that only members may read: notes. */
  note: string
}

const canaryOf = (letter: string): Canary => ({
  public: `canary-${letter}-open`,
  private: `canary-${letter}-shut`,
  note: `canary-${letter}-note`,
})

/** Columns that hold a code, a key or a hash. Every other text column gets a canary. */
const CODES = new Set([
  'actor_kind',
  'author',
  'category',
  'channel',
  'context',
  'custom_domain_problem',
  'custom_domain_state',
  'escalation_reason',
  'event',
  'events',
  'failure',
  'first_kind',
  'key_hash',
  'kind',
  'language',
  'mime',
  'mode',
  'offer_priority',
  'offer_reason',
  'on_duplicate',
  'outcome',
  'priority',
  'provider',
  'purpose',
  'reason',
  'role',
  'scopes',
  'second_kind',
  'slug',
  'source',
  'state',
  'status',
  'storage_key',
  'token_hash',
  'type',
  'uploaded_by_kind',
  'visibility',
  'default_type',
  'method',
  'model',
  'provider',
  'origin',
  'trigger',
  'triggers',
  'plan',
  'plan_id',
  'security',
  'fault',
  'embed_origins',
  'mail_rhythm',
  'availability',
  'plan_id',
  'flow',
  'current_step',
  'colour',
  'sla_state',
  'required',
  'completed_steps',
])

/** Columns whose name stands for a text elsewhere. */
const CODE_COLUMNS = new Set([
  'inbound_mail.answer',
  'inbound_mail.no_answer_reason',
  'inbound_mail.unreadable',
  'compared_entry.mark',
])

/** Keys in JSON columns whose values have a fixed format. */
const CODE_KEYS = new Set([
  'field',
  'conversationState',
  'timezone',
  'start',
  'end',
  'days',
  'hours',
  'dueAt',
  'warnAt',
  'warnedAt',
  'breachedAt',
  'endedAt',
  'primaryColor',
  'logo',
  'favicon',
  'kind',
  'id',
  'articleSlug',
  'category',
  'priority',
  'language',
  'type',
  'in',
  'at',
  'reason',
  'sessionId',
  'verdict',
  'status',
  'statuses',
  'assigneeId',
  'teamId',
])

type Column = { table: string; column: string; type: string }

/** Tables of the public schema that belong to a tenant, with the column that holds its id. */
export async function tenantTables(client: Client | Pool): Promise<{ table: string; key: string }[]> {
  const { rows } = await client.query<{ table: string; key: string }>(`
    SELECT c.table_name AS table, 'tenant_id' AS key FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE'
    UNION ALL SELECT 'tenant', 'id' ORDER BY 1`)
  return rows
}

/** Overwrites every text of a tenant's rows with its canaries. Throws for a table without rows, which would not be tested. */
export async function writeCanaries(ownerUrl: string, tenantId: string, letter: string): Promise<Canary> {
  const canary = canaryOf(letter)
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const columns = await textColumns(client)
    for (const { table, key } of await tenantTables(client)) {
      const { rows } = await client.query(`SELECT ctid::text AS its_ctid, * FROM "${table}" WHERE "${key}" = $1`, [
        tenantId,
      ])
      if (rows.length === 0)
        throw new Error(`The test tenant has no row in ${table}. Make one in server/test/proof/full-tenant.ts.`)
      const tableColumns = columns.filter((one) => one.table === table)
      for (const row of rows) await overwrite(client, tableColumns, row, canary)
    }
    await client.query(
      `UPDATE auth."user" u SET name = $2 || '-user' FROM member m WHERE m.user_id = u.id AND m.tenant_id = $1`,
      [tenantId, canary.private],
    )
  } finally {
    await client.end()
  }
  return canary
}

async function textColumns(client: Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND is_generated = 'NEVER' AND data_type IN ('text', 'ARRAY', 'jsonb', 'character varying')
      AND (data_type <> 'ARRAY' OR udt_name = '_text')`)
  return rows.filter(({ table, column }) => !CODES.has(column) && !CODE_COLUMNS.has(`${table}.${column}`))
}

async function overwrite(
  client: Client,
  columns: Column[],
  row: Record<string, unknown>,
  canary: Canary,
): Promise<void> {
  if (columns.length === 0) return
  const isOpen = columns[0]?.table === 'tenant' || row.is_published === true
  const prefix = row.visibility === 'note' ? canary.note : isOpen ? canary.public : canary.private
  const values = columns.map((one) => canaryFor(one, row, prefix, canary))
  const sets = columns.map(
    ({ column, type }, index) => `"${column}" = $${index + 2}${type === 'jsonb' ? '::jsonb' : ''}`,
  )
  const { table } = columns[0] as Column
  await client.query(`UPDATE "${table}" SET ${sets.join(', ')} WHERE ctid = $1::tid`, [row.its_ctid, ...values])
}

function canaryFor(
  { table, column, type }: Column,
  row: Record<string, unknown>,
  prefix: string,
  canary: Canary,
): unknown {
  const unique = crypto.randomUUID().slice(0, 8)
  const isAddress = /email|^to$/.test(column)
  const text = `${prefix}-${table}-${column}-${unique}${isAddress ? '@example.com' : ''}`
  if (type === 'ARRAY') return [text]
  if (type !== 'jsonb') return column === 'custom_domain' ? `${text}.example.com` : text
  if (table === 'message' && column === 'sources')
    return JSON.stringify([{ kind: 'faq', id: row.id, title: text, passage: text, articleSlug: null }])
  return JSON.stringify(within(row[column], text, canary))
}

/** The same JSON with its texts replaced; only members may read `industry`. */
function within(value: unknown, text: string, canary: Canary, key = ''): unknown {
  if (CODE_KEYS.has(key)) return value
  if (typeof value === 'string') return key === 'industry' ? `${canary.private}-industry` : text
  if (Array.isArray(value)) return value.map((inner) => within(inner, text, canary))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, within(inner, text, canary, name)]))
}

/** A hash for each table over a tenant's rows: equal means unchanged. */
export async function hashRows(client: Client | Pool, tenantId: string): Promise<string> {
  hashStatement ??= writeHashStatement(client)
  const text = await hashStatement
  const { rows } = await client.query<{ name: string; hash: string }>({ name: 'hash-rows', text, values: [tenantId] })
  return rows.map(({ name, hash }) => `${name} ${hash}`).join('\n')
}

/** Written once: all databases of a run have the same tables, and the hashes are taken hundreds of times. */
let hashStatement: Promise<string> | undefined

async function writeHashStatement(client: Client | Pool): Promise<string> {
  const parts = (await tenantTables(client)).map(
    ({ table, key }) =>
      `SELECT '${table}' AS name, md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS hash FROM "${table}" t WHERE "${key}" = $1`,
  )
  return parts.join(' UNION ALL ')
}
