import { isDeepStrictEqual } from 'node:util'
import type { AppError } from '#server/platform/errors.ts'
import { violatedConstraint } from './database-errors.ts'
import type { Tx } from './tenant.ts'

/** Thrown by `create` when a row with its id exists; an insert that violates the primary key has the same effect. */
export class IdTakenError extends Error {}

type InTenant = {
  tx<T>(run: (t: Tx) => Promise<T>): Promise<T>
  read<T>(run: (t: Tx) => Promise<T>): Promise<T>
}

type Creation<T> = {
  create: (t: Tx) => Promise<T>
  /** The reply for the row that is stored under the id; null when that row is not what this request would have created. */
  findSame: (t: Tx) => Promise<T | null>
  /** The error for a request with other content under an existing id. */
  conflict: () => AppError
}

/**
 * Creates a row under an id that the client made: the id is the idempotency key. The same request again gives the same row, other
 * content under the id is a conflict. Of many requests at once one creates; the transactions of the others roll back, and they read.
 */
export async function createOnce<T>(tenant: InTenant, { create, findSame, conflict }: Creation<T>): Promise<T> {
  try {
    return await tenant.tx(create)
  } catch (error) {
    if (!isIdTaken(error)) throw error
    const same = await tenant.read(findSame)
    if (same === null) throw conflict()
    return same
  }
}

/**
 * Whether a stored row holds what a request gives, field by field: a `findSame` compares with it, so that no field of a contract is
 * left out. The compiler refuses a row that lacks one. An optional field must be given as the row stores its absence.
 */
export const isSameContent = <Given extends object>(given: Given, row: { [Key in keyof Given]-?: unknown }): boolean =>
  Object.entries(given).every(([key, value]) => isDeepStrictEqual(row[key as keyof Given], value))

const isIdTaken = (error: unknown): boolean =>
  error instanceof IdTakenError || (violatedConstraint(error)?.endsWith('_tenant_id_id_pk') ?? false)
