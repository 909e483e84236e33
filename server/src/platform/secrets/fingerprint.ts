import { createHash, type KeyObject } from 'node:crypto'
import { deriveKey } from './encrypt.ts'

/** Identifies a master key without revealing it. */
export const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256').update(deriveKey(key, 'backup fingerprint')).digest('hex').slice(0, 16)
