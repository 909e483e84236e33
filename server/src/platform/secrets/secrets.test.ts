import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '#server/platform/config.ts'
import { decryptSecret, deriveKey, encryptSecret, SecretError } from './encrypt.ts'
import { masterKey } from './master-key.ts'
import { hashToken, isSameSecret, randomToken } from './tokens.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'segue-secrets-'))
})
afterEach(async () => await rm(dataDir, { recursive: true, force: true }))

const raw = randomBytes(32)
const keyOf = (bytes: Buffer) => masterKey({ dataDir, fromEnv: bytes.toString('hex') })

describe('master key', () => {
  it('reads the same 32 bytes from hex, base64 and base64url', async () => {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const key = await masterKey({ dataDir, fromEnv: raw.toString(encoding) })
      expect(key.export().equals(raw)).toBe(true)
    }
    expect(await readdir(dataDir)).toEqual([])
  })

  it('refuses a key of the wrong length without repeating it', async () => {
    const wrong = randomBytes(24).toString('hex')
    const error = await masterKey({ dataDir, fromEnv: wrong }).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ConfigError)
    expect(inspect(error)).not.toContain(wrong)
  })

  it('creates a 0600 file at the first start and reads it at the second', async () => {
    const folder = join(dataDir, 'new', 'folder')
    const first = await masterKey({ dataDir: folder })
    expect((await stat(join(folder, 'master.key'))).mode & 0o777).toBe(0o600)
    expect((await masterKey({ dataDir: folder })).equals(first)).toBe(true)
    expect(await readdir(folder)).toEqual(['master.key'])
  })

  it('is the same for many processes that start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => masterKey({ dataDir })))
    expect(new Set(keys.map((key) => key.export().toString('hex'))).size).toBe(1)
    expect(await readdir(dataDir)).toEqual(['master.key'])
  })

  it('sets the file’s mode to 0600 and never replaces a damaged file', async () => {
    const path = join(dataDir, 'master.key')
    await writeFile(path, raw.toString('base64'), { mode: 0o644 })
    await masterKey({ dataDir })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await writeFile(path, 'half a k')
    await expect(masterKey({ dataDir })).rejects.toThrow(ConfigError)
    expect(await readFile(path, 'utf8')).toBe('half a k')
  })

  it('is not in the output when it is printed', async () => {
    const key = await keyOf(raw)
    expect(inspect(key, { depth: 9, showHidden: true }) + JSON.stringify({ key })).not.toContain(raw.toString('hex'))
  })
})

describe('an encrypted secret', () => {
  it('is decrypted to the same text and encrypted to another cipher text each time', async () => {
    const key = await keyOf(raw)
    const one = encryptSecret(key, 'sk-canary-ä€', 'tenant:1')
    expect(one).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/)
    expect(encryptSecret(key, 'sk-canary-ä€', 'tenant:1')).not.toBe(one)
    expect(decryptSecret(key, one, 'tenant:1')).toBe('sk-canary-ä€')
    expect(decryptSecret(key, encryptSecret(key, '', 'tenant:1'), 'tenant:1')).toBe('')
  })

  it('is not decrypted under another context, when changed, or under another key', async () => {
    const key = await keyOf(raw)
    const encrypted = encryptSecret(key, 'sk-canary', 'tenant:1')
    const bytes = Buffer.from(encrypted.split('.')[2] ?? '', 'base64url')
    const refusal = (text: string, context = 'tenant:1', by = key) => {
      try {
        return decryptSecret(by, text, context)
      } catch (error) {
        expect(error).toBeInstanceOf(SecretError)
        expect(inspect(error)).not.toMatch(/canary/)
        return (error as SecretError).reason
      }
    }
    expect(refusal(encrypted, 'tenant:2')).toBe('damaged')
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      expect(refusal(`${encrypted.slice(0, 12)}${flipped.toString('base64url')}`)).toBe('damaged')
    }
    for (const text of ['', 'v1', 'v2.a.b', 'v1..', `${encrypted}.x`, encrypted.slice(0, 20)])
      expect(refusal(text)).toBe('damaged')
    expect(refusal(encrypted, 'tenant:1', await keyOf(randomBytes(32)))).toBe('wrong_key')
  })

  it('derives one key for each purpose', async () => {
    const key = await keyOf(raw)
    expect(deriveKey(key, 'guest session')).toHaveLength(32)
    expect(deriveKey(key, 'guest session').equals(deriveKey(key, 'guest session'))).toBe(true)
    expect(deriveKey(key, 'guest session').equals(deriveKey(key, 'session'))).toBe(false)
  })
})

describe('tokens', () => {
  it('are long, never alike, and stored hashed', () => {
    const tokens = Array.from({ length: 500 }, () => randomToken())
    expect(new Set(tokens).size).toBe(500)
    expect(tokens[0]).toMatch(/^[\w-]{43}$/)
    expect(randomToken(16)).toMatch(/^[\w-]{22}$/)
    expect(() => randomToken(8)).toThrow()
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('compare by content', () => {
    expect(isSameSecret('one', 'one')).toBe(true)
    expect(isSameSecret('one', 'two')).toBe(false)
    expect(isSameSecret('one', 'one more')).toBe(false)
    expect(isSameSecret('', '')).toBe(true)
  })
})
