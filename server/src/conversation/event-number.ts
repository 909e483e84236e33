const LARGEST = 2_147_483_647

/** The number of an event as a client hands it back (a cursor, Last-Event-ID), within what the database holds; 0 for what is none. */
export const parseEventNumber = (text: string): number => Math.min(Math.max(Number.parseInt(text, 10) || 0, 0), LARGEST)
