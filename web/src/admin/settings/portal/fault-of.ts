import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'

/** What a refused change says about its only field; null while there is no error. */
export const faultOf = (error: unknown, field: string): string | null => {
  if (!error) return null
  return (error instanceof CallError && error.fields[field]) || failureText(error)
}
