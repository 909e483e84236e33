import type { Readable } from 'node:stream'

/** Bytes from there on, up to and with `to`. */
export type Range = { from: number; to?: number }

/** Where the bytes of files are: a folder, or a bucket. Keys are 32 hexadecimal digits. */
export type ByteStore = {
  /** Stores the complete file at `path` under a new key; when it resolves, the file outlives a power cut. The caller removes `path`. */
  keep(key: string, path: string): Promise<void>
  /** Null where there is no such file. `size` is that of the whole file. The stream fails where the bytes are not those that were stored. */
  open(key: string, range?: Range): Promise<{ stream: Readable; size: number } | null>
  /** A missing file is no error. */
  remove(key: string): Promise<void>
  /** Every file, in the order of the keys; one that is removed meanwhile may be among them. */
  list(): AsyncIterable<{ key: string; size: number }>
  stop(): Promise<void>
}

export const FILE_KEY = /^[0-9a-f]{32}$/

/** Two levels of 256 names each, so that no folder becomes large; the same in a bucket, so that a copy of one is a copy of the other. */
export const placeOf = (key: string): string => `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`
