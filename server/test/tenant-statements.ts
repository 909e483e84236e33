import { parse } from 'libpg-query'

type Node = { [key: string]: unknown }

/** The tables of a tenant with the column that names it. */
export type TenantKeys = ReadonlyMap<string, string>

/** A table as a query names it. */
type Mention = { table: string; name: string }

/**
 * The tables of a tenant that a statement reads or writes without naming the tenant: a database that is distributed by tenant would have to
 * ask every node. A table is bound where its key is compared with anything by `=`, is written by the INSERT, or joined by USING.
 */
export async function unboundTables(text: string, keys: TenantKeys): Promise<string[]> {
  const found: string[] = []
  const { stmts = [] } = (await parse(text)) as { stmts?: Node[] }
  for (const one of stmts) readNode(one, keys, found)
  return found
}

const QUERIES = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt']
const SIDES = ['larg', 'rarg']

/** What encloses a query: the tables it may refer to, and those of them that are bound. */
type Around = { tables: ReadonlySet<string>; bound: ReadonlySet<string> }
const NOTHING: Around = { tables: new Set(), bound: new Set() }

function readNode(value: unknown, keys: TenantKeys, found: string[], around = NOTHING): void {
  for (const { kind, node } of queriesIn(value)) {
    const mentions = mentionsOf(kind, node, keys)
    const ranges = all(node, 'RangeVar').filter(({ relname }) => keys.has(String(relname)))
    const inner = ranges.map(({ relname, alias }) => aliasOf(alias) ?? String(relname))
    const tables = new Set([...around.tables, ...mentions.map(({ name }) => name), ...inner])
    const bound = boundNames(node, keys, { tables, bound: around.bound })
    for (const { table, name } of mentions) {
      const own = `${name}.${keys.get(table)}`
      if (bound.has(`.${keys.get(table)}`)) bound.add(own)
      if (!bound.has(own)) found.push(table)
    }
    readNode(node, keys, found, { tables, bound })
  }
}

const aliasOf = (alias: unknown): string | undefined => (alias as { aliasname?: string } | undefined)?.aliasname

/** The queries of a part of a statement that are in no other query of it. The sides of a UNION are queries without their name. */
function queriesIn(value: unknown): { kind: string; node: Node }[] {
  if (Array.isArray(value)) return value.flatMap(queriesIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value as Node).flatMap(([key, part]) => {
    if (SIDES.includes(key)) return [{ kind: 'SelectStmt', node: part as Node }]
    return QUERIES.includes(key) ? [{ kind: key, node: part as Node }] : queriesIn(part)
  })
}

/** Every node of a kind that a query has itself, and not by a query inside it. */
function own(value: unknown, wanted: string): Node[] {
  if (Array.isArray(value)) return value.flatMap((part) => own(part, wanted))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value as Node).flatMap(([key, part]) => {
    if (QUERIES.includes(key)) return []
    return key === wanted ? [part as Node, ...own(part, wanted)] : own(part, wanted)
  })
}

function mentionsOf(kind: string, node: Node, keys: TenantKeys): Mention[] {
  const written = node.relation as Node | undefined
  // What an INSERT names is bound by its columns.
  const columns = own(node.cols ?? [], 'ResTarget').map(({ name }) => name)
  const isBound = kind === 'InsertStmt' && columns.includes(keys.get(String(written?.relname)) ?? '')
  const ranges = [
    ...own([node.fromClause ?? [], node.usingClause ?? []], 'RangeVar'),
    ...(written && !isBound ? [written] : []),
  ]
  return ranges.flatMap(({ relname, schemaname, alias }) => {
    const table = String(relname)
    if (!keys.has(table) || (schemaname !== undefined && schemaname !== 'public')) return []
    return [{ table, name: String((alias as Node | undefined)?.aliasname ?? table) }]
  })
}

/**
 * `alias.column` of each column that names a tenant and is compared by `=` with a value, or with a column that is. The queries inside count too:
 * their conditions may bind an outer table.
 */
function boundNames(node: Node, keys: TenantKeys, { tables, bound: outer }: Around): Set<string> {
  const columns = new Set(keys.values())
  const nameOf = (side: unknown): string | null => {
    const fields = (side as { ColumnRef?: { fields: Node[] } } | undefined)?.ColumnRef?.fields
    const names = fields?.map((field) => String((field.String as Node | undefined)?.sval)) ?? []
    const [table = '', column = ''] = [names.at(-2), names.at(-1)]
    // Of a WITH or a sub-query: what it reads is looked at by itself.
    if (table !== '' && !tables.has(table)) return null
    return columns.has(column) ? `${table}.${column}` : null
  }
  const isEqual = ({ kind, name }: Node) => kind === 'AEXPR_OP' && JSON.stringify(name).includes('"="')
  const pairsOf = (found: Node[]) =>
    found.filter(isEqual).map(({ lexpr, rexpr }) => [nameOf(lexpr), nameOf(rexpr)] as const)
  const pairs = pairsOf(all(node, 'A_Expr'))
  const bound = new Set([...outer].filter((name) => !name.startsWith('.')))
  const bind = (found: typeof pairs, isMeant: (name: string) => boolean): void => {
    for (const [left, right] of found) {
      const name = left && right ? null : (left ?? right)
      if (name && isMeant(name)) bound.add(name)
    }
  }
  bind(pairs, (name) => !name.startsWith('.'))
  // Without a table it is one of this query, and not of those inside.
  bind(pairsOf(own(Object.values(node), 'A_Expr')), (name) => name.startsWith('.'))
  for (let size = -1; size !== bound.size; ) {
    size = bound.size
    for (const [left, right] of pairs) {
      if (!left || !right) continue
      if (bound.has(left)) bound.add(right)
      if (bound.has(right)) bound.add(left)
    }
  }
  for (const join of all(node, 'JoinExpr'))
    if (JSON.stringify(join.usingClause ?? []).includes('"tenant_id"')) bound.add('.tenant_id')
  return bound
}

function all(value: unknown, wanted: string): Node[] {
  if (Array.isArray(value)) return value.flatMap((part) => all(part, wanted))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value as Node).flatMap(([key, part]) =>
    key === wanted ? [part as Node, ...all(part, wanted)] : all(part, wanted),
  )
}
