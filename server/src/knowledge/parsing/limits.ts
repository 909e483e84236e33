/** How much of a document is read: everything up to these, and nothing of a document that is beyond one of them. */

/** Pages of a PDF. */
export const MAX_PAGES = 1500
/** Characters of the text, some 1,000 dense pages. */
export const MAX_CHARACTERS = 3_000_000
/** Bytes a packed file (DOCX) may unpack to. */
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
/** For the reading of one document; its thread is ended then. */
export const TIME_LIMIT_MS = 30_000
/** By how much the process may grow meanwhile; a document that needs more is a trap. */
export const MEMORY_LIMIT_BYTES = 700 * 1024 * 1024
