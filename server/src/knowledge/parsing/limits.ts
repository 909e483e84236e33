/** Limits of a document. A document beyond one of them is rejected as a whole. */

/** Pages of a PDF. */
export const MAX_PAGES = 1500
/** Characters of the text, some 1,000 dense pages. */
export const MAX_CHARACTERS = 3_000_000
/** Unpacked bytes of a ZIP file (DOCX). */
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
/** Buffers of the parser thread: a stream of a PDF unpacks to at most half of it. */
export const BUFFER_LIMIT_BYTES = 200 * 1024 * 1024
/** Time to parse one document; its thread is terminated then. */
export const TIME_LIMIT_MS = 30_000
/** Growth of the process's memory while a document is parsed. */
export const MEMORY_LIMIT_BYTES = 700 * 1024 * 1024
