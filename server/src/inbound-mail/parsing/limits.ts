/** Limits of a mail. One beyond the first two is set aside as unreadable; of one beyond the others a part stays in the original only. */

/** Parts inside parts. */
export const MOST_NESTED = 50
/** Bytes of all headers, those of the parts included. */
export const MOST_HEADER_BYTES = 1024 * 1024
/** Mails inside mails. */
export const MOST_MAILS_INSIDE = 5
/** Parts that are read. */
export const MOST_PARTS = 5_000
export const MOST_REFERENCES = 100
/** Recipients of each kind that are kept. */
export const MOST_RECIPIENTS = 10_000
/** Characters of the text or the HTML of a mail that are read, some 1,000 pages. */
export const MOST_CHARACTERS = 3_000_000
/** Unpacked bytes of a text in RTF. */
export const MOST_RTF_BYTES = 10 * 1024 * 1024
/** Bytes of a mail that is read without a thread of its own. */
export const LONGEST_IN_PROCESS = 32 * 1024
/** Time to read a mail; its thread is ended then. */
export const TIME_LIMIT_MS = 60_000
/** Growth of the process's memory while a mail is read: one of 40 MB needs some six times as much. */
export const MEMORY_LIMIT_BYTES = 700 * 1024 * 1024
