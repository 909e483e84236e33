import type { Tx } from '#server/platform/db/tenant.ts'

/** Tables whose rows stay where they are when a business is taken out, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  api_key: 'keys that give access to this installation',
  article_reader: 'who read an article today, counted already',
  automation_event: 'a queue of this installation',
  compared_entry: 'which entries were compared, done anew from their texts',
  confirmation_code: 'codes that give access',
  data_import: 'files of this installation, and what was made of them',
  data_import_record: 'what an import of this installation made',
  data_import_skip: 'what an import of this installation left out',
  customer_erasure: 'the erasures of this installation',
  digest_entry: 'mails that this installation still sends',
  email_notification: 'the outbox of this installation',
  knowledge_review: 'when this installation looked through the knowledge',
  invitation: 'links that give access',
  mail_server: 'a password, and the server that it belongs to',
  mailbox: 'a password, and the position in its folder',
  plan_usage: 'the plan of this installation',
  push_subscription: 'keys of browsers',
  short_message: 'the outbox of this installation',
  subscription: 'the plan of this installation',
  tenant_tally: 'sums, made anew from the rows',
  ticket_view_tally: 'sums, made anew from the rows',
  ticket_vocabulary: 'an index, made anew from the rows',
  ticket_words: 'an index, made anew from the rows',
  used_identity_token: 'tokens that gave access',
  webhook: 'addresses that this installation tells of events, and their secrets',
  webhook_delivery: 'a queue of this installation',
}

/** Columns that stay behind: secrets, what belongs to this installation, and what must change. */
const OMITTED: Readonly<Record<string, readonly string[]>> = {
  agent_action: ['encrypted_headers'],
  ai_provider: ['encrypted_key', 'key_end', 'key_changed_at', 'status', 'checked_at'],
  customer: ['account_id'],
  guest: ['token_hash', 'account_id'],
  tenant: [
    'id',
    'slug',
    'former_slugs',
    'status',
    'custom_domain',
    'custom_domain_state',
    'custom_domain_proof',
    'custom_domain_problem',
    'custom_domain_checked_at',
    'custom_domain_failing_since',
    'widget_secret_generation',
    'widget_secret_at',
  ],
}

/** What an omitted column that must have a value gets where the business moves in. */
export const FILLED_IN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ai_provider: { status: "'untested'" },
  guest: { token_hash: "'moved ' || r.id" },
}

export type TableShape = {
  name: string
  /** What is taken out: no secret, no generated column, not the tenant's id. */
  columns: string[]
  omitted: string[]
  /** An order of the rows that does not depend on ids that change. */
  order: string
  /** Tables that its rows refer to, itself left out. */
  refersTo: string[]
  /** Columns that refer to rows of the same table. */
  ownReferences: string[]
  /** Its rows name a stored file. */
  hasFiles: boolean
}

type Found = {
  name: string
  columns: { name: string; type: string; generated: boolean }[]
  key: string[]
  references: { table: string; columns: string[] }[]
}

const CATALOGUE = `
  SELECT c.relname AS name,
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL), 'generated', a.attgenerated <> '')
       ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT json_agg(a.attname ORDER BY k.i) FROM pg_constraint p, unnest(p.conkey) WITH ORDINALITY k(n, i), pg_attribute a
     WHERE p.conrelid = c.oid AND p.contype = 'p' AND a.attrelid = c.oid AND a.attnum = k.n) AS key,
    (SELECT coalesce(json_agg(json_build_object('table', r.relname, 'columns',
        (SELECT json_agg(a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (f.conkey)))), '[]')
     FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid WHERE f.conrelid = c.oid AND f.contype = 'f') AS references
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND (c.relname = 'tenant' OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id'))
  ORDER BY c.relname COLLATE "C"`

/** Every table of a business by name, those that are left out too: from the catalogue, so that a new table is not forgotten. */
export const listTenantTables = async (t: Pick<Tx, 'sql'>): Promise<Found[]> => t.sql<Found>(CATALOGUE)

/** The tables that are taken out, by name. */
export async function listTakenTables(t: Pick<Tx, 'sql'>): Promise<TableShape[]> {
  return (await listTenantTables(t)).filter(({ name }) => !(name in LEFT_OUT)).map(shapeOf)
}

function shapeOf({ name, columns, key, references }: Found): TableShape {
  const omitted = ['tenant_id', ...(OMITTED[name] ?? [])]
  const generated = columns.filter((one) => one.generated).map((one) => one.name)
  const own = references.filter(({ table }) => table === name)
  return {
    name,
    columns: columns.map((one) => one.name).filter((one) => !omitted.includes(one) && !generated.includes(one)),
    omitted: [...omitted, ...generated],
    order: key.map((column) => orderBy(column, columns.find((one) => one.name === column)?.type)).join(', '),
    refersTo: references.map(({ table }) => table).filter((table) => table !== name),
    ownReferences: own.flatMap((one) => one.columns).filter((column) => column !== 'tenant_id'),
    hasFiles: columns.some((one) => one.name === 'storage_key'),
  }
}

/** A person's id may be another where the business moves in: their rows are in the order of their addresses. */
function orderBy(column: string, type: string | undefined): string {
  if (column === 'user_id') {
    return `(SELECT p.email || ' ' || p.created_at FROM member p WHERE p.tenant_id = r.tenant_id AND p.user_id = r.user_id) COLLATE "C"`
  }
  return type === 'text' ? `r.${column} COLLATE "C"` : `r.${column}`
}

/** Tables after those that they refer to; messages before tickets, whose words are indexed once, with those of all their messages. */
export function inLoadingOrder(shapes: readonly TableShape[]): TableShape[] {
  const byName = new Map(shapes.map((shape) => [shape.name, shape]))
  const ordered: TableShape[] = []
  const visit = (shape: TableShape, path: readonly string[]): void => {
    if (ordered.includes(shape)) return
    if (path.includes(shape.name)) throw new Error(`the tables ${path.join(', ')} refer to each other in a circle`)
    const before = shape.name === 'ticket' ? [...shape.refersTo, 'message'] : shape.refersTo
    for (const name of before) {
      const referred = byName.get(name)
      if (referred) visit(referred, [...path, shape.name])
    }
    ordered.push(shape)
  }
  for (const shape of shapes) visit(shape, [])
  return ordered
}
