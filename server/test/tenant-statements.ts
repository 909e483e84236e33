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

function readNode(value: unknown, keys: TenantKeys, found: string[]): void {
  for (const { kind, node } of queriesIn(value)) {
    const mentions = mentionsOf(kind, node, keys)
    const bound = boundNames(node, keys)
    for (const { table, name } of mentions)
      if (!bound.has(`${name}.${keys.get(table)}`) && !bound.has(`.${keys.get(table)}`)) found.push(table)
    for (const part of Object.values(node)) readNode(part, keys, found)
  }
}

/** The queries of a part of a statement that are in no other query of it. */
function queriesIn(value: unknown): { kind: string; node: Node }[] {
  if (Array.isArray(value)) return value.flatMap(queriesIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value as Node).flatMap(([key, part]) =>
    QUERIES.includes(key) ? [{ kind: key, node: part as Node }] : queriesIn(part),
  )
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

/** `alias.column` of each compared column of the query and the queries in it, whose conditions may bind an outer table. */
function boundNames(node: Node, keys: TenantKeys): Set<string> {
  const columns = new Set(keys.values())
  const bound = new Set<string>()
  const compared = [...all(node, 'A_Expr')].filter(({ name }) => JSON.stringify(name).includes('"="'))
  for (const { lexpr, rexpr } of compared) {
    for (const { fields } of [...all(lexpr, 'ColumnRef'), ...all(rexpr, 'ColumnRef')]) {
      const names = (fields as Node[]).map((field) => String((field.String as Node | undefined)?.sval))
      const column = names.at(-1) ?? ''
      if (columns.has(column)) bound.add(`${names.at(-2) ?? ''}.${column}`)
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
