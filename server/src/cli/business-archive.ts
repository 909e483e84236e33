import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TenantId } from '#contracts/ids.ts'
import { moveIn, type Report, takeOut } from '#server/archive/service.ts'
import { RunFailure } from '#server/platform/data-runs/run.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { inEnglish } from '#server/platform/text/message.ts'
import type { CommandInput } from './commands.ts'
import { openPlatform } from './open-database.ts'

const reportTo = (print: CommandInput['print']): Report => ({
  say: async (line) => print(inEnglish(line)),
  progress: async () => undefined,
})

/** Takes a business out by its address. The file appears under its name only when it is complete. */
export async function takeBusinessOut({ config, args: [slug = '', path = ''], print }: CommandInput): Promise<void> {
  const file = resolve(path)
  if (existsSync(file)) throw new Error(`${file} exists already. Give another name, or move it away.`)
  const { platform, close } = await openPlatform(config)
  const draft = `${file}.part`
  try {
    const [found] = await platform.db.query<{ id: TenantId }>(
      'SELECT tenant_id AS id FROM tenant_overview() WHERE slug = $1',
      [slug],
    )
    if (!found) throw new Error(`There is no business at ${slug}.`)
    const { stream, result } = takeOut(tenantOf(platform, found.id), reportTo(print))
    const [taken] = await Promise.all([result, pipeline(stream, createWriteStream(draft, { mode: 0o600 }))])
    await rename(draft, file)
    print(`${file}: content hash ${taken.contentHash}.`)
  } finally {
    await rm(draft, { force: true })
    await close()
  }
}

/** Moves a business in from a take-out. */
export async function moveBusinessIn({ config, args: [path = ''], print }: CommandInput): Promise<void> {
  const file = resolve(path)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const { platform, close } = await openPlatform(config)
  try {
    await moveIn(platform, { archive: createReadStream(file), by: 'the command line' }, reportTo(print))
  } catch (error) {
    throw error instanceof RunFailure ? new Error(inEnglish(error.line), { cause: error }) : error
  } finally {
    await close()
  }
}
