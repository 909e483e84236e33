import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startServer } from '#server/serve.ts'
import { copyDataFolder } from './data-folder.ts'
import { databaseProcesses, endDatabase, freePort } from './proof/server-process.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await copyDataFolder(inject('preparedDataFolder'))
})
afterEach(async () => {
  await endDatabase(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

const configOf = (env: Record<string, string> = {}) =>
  readConfig({ DEMO: 'false', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: dataDir, ...env })

const failing = (text: string) => () => Promise.reject(new Error(text))

describe('a server with the built-in PostgreSQL', { timeout: 300_000 }, () => {
  it('ends PostgreSQL also when another part cannot be stopped, and reports that error', async () => {
    const mail: Mailer = { kind: 'files', send: async () => undefined, stop: failing('the mailer hangs') }
    const server = await startServer(configOf(), { mail })
    expect((await databaseProcesses(dataDir)).length).toBeGreaterThan(0)
    await expect(server.stop()).rejects.toThrow('the mailer hangs')
    expect(await databaseProcesses(dataDir)).toEqual([])
  })

  it('accepts no connections any more when its start fails after it began to listen', async () => {
    const port = await freePort()
    const prepare = async ({ jobs }: Platform) => {
      jobs.work = failing('no workers')
    }
    await expect(startServer(configOf({ PORT: String(port) }), {}, { prepare })).rejects.toThrow('no workers')
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow('fetch failed')
    expect(await databaseProcesses(dataDir)).toEqual([])
  })
})
