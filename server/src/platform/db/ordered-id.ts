import { randomUUID } from 'node:crypto'

const COUNTED = 0x1000

let time = 0
let counter = 0

/**
 * The id of a row that is added among thousands: a UUID of version 7, greater than every one that this process gave before. Ids without an order lie
 * all over an index, so that each row reads and writes another page of it; these go to its end. They tell when they were made, and are as hard to guess.
 */
export function orderedId<Id extends string>(): Id {
  const now = Date.now()
  if (now > time) [time, counter] = [now, 0]
  else counter += 1
  if (counter === COUNTED) [time, counter] = [time + 1, 0]
  const at = time.toString(16).padStart(12, '0')
  // Of a random id the part without its version: the variant and 62 random bits.
  return `${at.slice(0, 8)}-${at.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}` as Id
}
