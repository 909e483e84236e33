/** A request to the encoder thread; urgent texts (questions) are encoded before all others. */
export type EncodeRequest = { id: number; text: string; urgent: boolean }

/** `ready` is posted once, when the model is loaded; a text that cannot be encoded has the vector null. */
export type EncodeReply = { type: 'ready' } | { type: 'encoded'; id: number; vector: Int8Array | null }
