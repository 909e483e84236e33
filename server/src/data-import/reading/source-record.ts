import type { Text } from '#server/platform/text/message.ts'

export type JsonObject = Record<string, unknown>

/** A record as it is in a file. `hint`: the list, element, table or file it is in, in lower case. */
export type SourceRecord = { hint: string; place: string; value: JsonObject }
/** A record that could not be read. */
export type ReadFault = { place: string; fault: Text }

export type Found = SourceRecord | ReadFault

export const isFault = (found: Found): found is ReadFault => 'fault' in found
