/** What the search thread asks of the encoder's thread: urgent texts (questions) go before all others. */
export type EncodeRequest = { id: number; text: string; urgent: boolean }

/** `ready` comes once, when the model is in memory; a text that cannot be encoded has the vector null. */
export type EncodeReply = { type: 'ready' } | { type: 'encoded'; id: number; vector: Int8Array | null }
