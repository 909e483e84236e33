import { z } from 'zod'

/** Every way a request can fail, with its HTTP status. Any 5xx other than 503 and 507 is a bug. */
export const STATUS_OF = {
  invalid_input: 400,
  unauthenticated: 401,
  plan_limit: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  disk_full: 507,
} as const

export type ErrorCode = keyof typeof STATUS_OF

export const ErrorReply = z.object({
  error: z.object({
    code: z.enum(Object.keys(STATUS_OF) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    /** Every wrong field by its path (`body.email`), with what to do about it. */
    fields: z.record(z.string(), z.string()).optional(),
    /** A machine-readable reason within the code, where a screen must distinguish cases (`wrong_portal`). */
    reason: z.string().optional(),
    /** The current row, when a change lost against a newer version (409). */
    current: z.unknown().optional(),
    requestId: z.string(),
  }),
})
export type ErrorReply = z.output<typeof ErrorReply>
