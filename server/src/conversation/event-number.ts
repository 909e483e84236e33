const LARGEST = 2_147_483_647

/** The number of an event that a client sends (`Last-Event-ID`), within the database's range; 0 for anything else. */
export const parseEventNumber = (text: string): number => Math.min(Math.max(Number.parseInt(text, 10) || 0, 0), LARGEST)
