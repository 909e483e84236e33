import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '#server/platform/config.ts'

const KEY_BYTES = 32

/**
 * The key that encrypts all stored secrets: from the environment, else from `<dataDir>/master.key` (mode 0600), which the
 * first start creates. It is a KeyObject, which no log or error can print by accident.
 * Throws ConfigError when it is not 32 bytes in hex or base64; a wrong file is never replaced.
 */
export async function masterKey(from: { dataDir: string; fromEnv?: string | undefined }): Promise<KeyObject> {
  if (from.fromEnv !== undefined) {
    const key = parseKey(from.fromEnv)
    if (!key) throw new ConfigError('MASTER_KEY must be 32 bytes, as 64 hex digits or 44 characters of base64.')
    return key
  }
  const path = join(from.dataDir, 'master.key')
  const text = (await readKeyFile(path)) ?? (await createKeyFile(from.dataDir, path))
  const key = parseKey(text)
  if (!key) {
    throw new ConfigError(
      `The key file ${path} does not hold 32 bytes in hex or base64. Restore it from your backup: without it the stored secrets cannot be read.`,
    )
  }
  return key
}

async function readKeyFile(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8')
    // A copy or a restore may have opened the file to others.
    await chmod(path, 0o600)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes a new key to a temporary file and links it: of two processes that start at once, both read the key of the first. */
async function createKeyFile(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    const folder = await open(dataDir, 'r')
    await folder.sync().finally(() => folder.close())
  } finally {
    await rm(temporary, { force: true })
  }
  return await readFile(path, 'utf8')
}

function parseKey(text: string): KeyObject | null {
  const value = text.trim()
  if (/^[0-9a-fA-F]{64}$/.test(value)) return createSecretKey(Buffer.from(value, 'hex'))
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return null
  const bytes = Buffer.from(value, 'base64')
  return bytes.length === KEY_BYTES ? createSecretKey(bytes) : null
}
