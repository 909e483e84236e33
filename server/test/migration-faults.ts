import { parse } from 'libpg-query'

type Node = { [key: string]: unknown }

/** Tables that grow with the work of a business: a lock on one of them stops everybody. */
const LARGE = new Set([
  'activity_log',
  'ai_attempt',
  'alert',
  'automation_event',
  'automation_run',
  'conversation',
  'customer',
  'email_notification',
  'file',
  'guest',
  'inbound_mail',
  'knowledge_use',
  'message',
  'ticket',
  'ticket_read',
  'ticket_sla',
  'ticket_words',
  'webhook_delivery',
])

/** Alterations that take away or refuse what the version before still does; every other one but those that add is refused too. */
const NARROWING: Record<string, string> = {
  AT_DropColumn: 'a column is dropped',
  AT_SetNotNull: 'a column becomes NOT NULL',
  AT_AlterColumnType: 'a column changes its type',
  AT_AddConstraint: 'a constraint is added',
}
const ADDING = [
  'AT_AddColumn',
  'AT_DropNotNull',
  'AT_EnableRowSecurity',
  'AT_ForceRowSecurity',
  'AT_SetStatistics',
  'AT_ValidateConstraint',
]
const ADDING_STATEMENTS = [
  'AlterTableStmt',
  'CommentStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreateFunctionStmt',
  'CreatePolicyStmt',
  'CreateStmt',
  'CreateTrigStmt',
  'IndexStmt',
  'InsertStmt',
  'UpdateStmt',
]

/**
 * What keeps the version before from working on while a migration is made, or after it (schema-steps.ts): what it takes away without saying so, and
 * on large tables what rewrites or reads them under a lock.
 */
export async function faultsOf(sql: string, number = Number.POSITIVE_INFINITY): Promise<string[]> {
  const needs = /^-- narrows after (\d{4})$/m.exec(sql)?.[1]
  const isNarrowing = needs !== undefined
  if (Number(needs) >= number) return [`it narrows after ${needs}, which no version before has`]
  const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: Node }[] }
  const indexes = stmts.filter(({ stmt }) => isOfIndexes(stmt))
  // It is made without a transaction, and again from its beginning where it broke off.
  if (stmts.some(({ stmt }) => isConcurrent(stmt)) && indexes.length < stmts.length)
    return ['beside an index that is built CONCURRENTLY there is something else']
  const created = new Set(stmts.flatMap(({ stmt }) => (stmt.CreateStmt ? [relationOf(stmt.CreateStmt as Node)] : [])))
  return stmts.flatMap(({ stmt }) => {
    const [[kind = '', node] = []] = Object.entries(stmt) as [string, Node][]
    return [...(isNarrowing ? [] : takenAway(kind, node ?? {}, created)), ...locked(kind, node ?? {}, created)]
  })
}

const isConcurrent = ({ IndexStmt: index, DropStmt: drop }: Node): boolean =>
  (index as Node | undefined)?.concurrent === true || (drop as Node | undefined)?.concurrent === true

/** Building an index, or dropping what was left half built of it. */
function isOfIndexes(stmt: Node): boolean {
  const drop = stmt.DropStmt as Node | undefined
  return isConcurrent(stmt) && (!drop || (drop.removeType === 'OBJECT_INDEX' && drop.missing_ok === true))
}

const relationOf = (node: Node): string => String((node.relation as Node | undefined)?.relname)

const commandsOf = (node: Node): Node[] =>
  ((node.cmds as Node[] | undefined) ?? []).map((one) => one.AlterTableCmd as Node)

/** Statements that only a migration may have which says after which one it narrows. */
function takenAway(kind: string, node: Node, created: ReadonlySet<string>): string[] {
  if (kind === 'DropStmt' && ['OBJECT_TABLE', 'OBJECT_FUNCTION', 'OBJECT_VIEW'].includes(String(node.removeType)))
    return [`${String(node.removeType).slice(7).toLowerCase()} is dropped`]
  if (kind === 'DropStmt' && isOfIndexes({ DropStmt: node })) return []
  if (kind === 'RenameStmt') return [`${relationOf(node)}: something is renamed`]
  if (kind === 'IndexStmt' && node.unique && !created.has(relationOf(node)))
    return [`${relationOf(node)}: a unique index is added`]
  if (!ADDING_STATEMENTS.includes(kind)) return [`${kind} is not among what adds`]
  if (kind !== 'AlterTableStmt' || created.has(relationOf(node))) return []
  return commandsOf(node).flatMap(({ subtype, def }) => {
    const what =
      NARROWING[String(subtype)] ?? (ADDING.includes(String(subtype)) ? null : `${subtype} is not among what adds`)
    const column = (def as Node | undefined)?.ColumnDef as Node | undefined
    const isRequired = subtype === 'AT_AddColumn' && isNotNullWithoutDefault(column)
    if (isRequired) return [`${relationOf(node)}: a column without a default is NOT NULL`]
    const checks = constraintsOf(column).filter((one) =>
      ['CONSTR_UNIQUE', 'CONSTR_CHECK', 'CONSTR_PRIMARY'].includes(one),
    )
    if (checks.length > 0) return [`${relationOf(node)}: a column with a constraint is added`]
    return what ? [`${relationOf(node)}: ${what}`] : []
  })
}

const constraintsOf = (column: Node | undefined): string[] =>
  ((column?.constraints as Node[] | undefined) ?? []).map((one) => String((one.Constraint as Node).contype))

function isNotNullWithoutDefault(column: Node | undefined): boolean {
  const kinds = constraintsOf(column)
  return kinds.includes('CONSTR_NOTNULL') && !kinds.includes('CONSTR_DEFAULT') && !kinds.includes('CONSTR_GENERATED')
}

/** Statements that read or write every row of a large table while others wait. */
function locked(kind: string, node: Node, created: ReadonlySet<string>): string[] {
  const table = relationOf(node)
  if (!LARGE.has(table) || created.has(table)) return []
  if (kind === 'IndexStmt' && !node.concurrent) return [`${table}: an index is built while writers wait`]
  if (kind === 'UpdateStmt' && !node.whereClause) return [`${table}: every row is written`]
  if (kind !== 'AlterTableStmt') return []
  return commandsOf(node).flatMap(({ subtype, def }) => {
    if (subtype === 'AT_AlterColumnType') return [`${table}: every row is written anew`]
    if (subtype === 'AT_SetNotNull') return [`${table}: every row is read`]
    if (subtype === 'AT_AddColumn' && constraintsOf((def as Node).ColumnDef as Node).includes('CONSTR_GENERATED'))
      return [`${table}: every row is written anew`]
    const constraint = (def as Node | undefined)?.Constraint as Node | undefined
    return subtype === 'AT_AddConstraint' && !constraint?.skip_validation ? [`${table}: every row is read`] : []
  })
}
