import type { Tx } from './tenant.ts'

/**
 * Tells the planner of tables to which about so many rows were added at once. Without it, checks of references read all rows of the business
 * until the database counts the tables by itself.
 */
export const analyzeGrown = (t: Tx, tables: readonly string[], rows: number): Promise<unknown> =>
  t.sql('SELECT analyze_grown($1, $2)', [tables, rows])
