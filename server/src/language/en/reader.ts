import type { Reader } from '#server/language/types.ts'
import { detection } from './detection.ts'
import { search } from './search.ts'

/** What a worker thread needs of English. */
export const reader: Reader = { detection, search }
