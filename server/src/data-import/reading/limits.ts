const MEGABYTE = 1024 * 1024

/** One record of an export: a ticket with all its messages. A longer one is left out. */
export const MAX_RECORD_BYTES = 8 * MEGABYTE
/** What an archive unpacks to at most: so many times its size, and never more than this. Text is packed to a tenth, a bomb to a thousandth. */
export const MAX_UNPACKED_TIMES = 100
export const MAX_UNPACKED_BYTES = 6 * 1024 * MEGABYTE
export const MAX_ARCHIVE_FILES = 10_000
/** What an import keeps of the records that could not be read. */
export const MAX_READ_FAULTS = 10_000
/** Of a ticket. PostgreSQL indexes all words of a ticket in one statement, which has 10 s. */
export const MAX_MESSAGES = 1000
export const MAX_TICKET_CHARACTERS = 1_000_000
export const MAX_MESSAGE_CHARACTERS = 50_000
