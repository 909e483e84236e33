import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { createDemo, supportLinkOf } from '#server/demo/create-demo.ts'
import { makePlatformOwner } from '#server/identity/service.ts'
import type { Config } from '#server/platform/config.ts'
import { DevelopmentSchemaError, dropDevelopmentSchema } from '#server/platform/db/development-schema.ts'
import { acceptKey } from '#server/platform/db/migrate.ts'
import { missingFiles } from '#server/platform/files/missing-files.ts'
import { moveFiles } from '#server/platform/files/move-files.ts'
import type { Places } from '#server/platform/files/store.ts'
import { filesFolder, placesOf } from '#server/platform/files/stores/places.ts'
import { fingerprintOf } from '#server/platform/secrets/fingerprint.ts'
import { masterKey } from '#server/platform/secrets/master-key.ts'
import { writeBackup } from './backup.ts'
import type { Manifest } from './backup-format.ts'
import { moveBusinessIn, takeBusinessOut } from './business-archive.ts'
import { openDatabase, openPlatform } from './open-database.ts'
import { generatePassword, promptNewPassword } from './passwords.ts'
import { removeDemo } from './remove-demo.ts'
import { readHead, restoreBackup, storeKey } from './restore.ts'

export type CommandInput = {
  config: Config
  options: Record<string, string | boolean | undefined>
  /** The arguments after the command that are no options. */
  args: string[]
  print(text: string): void
  /** Whether a person types at the terminal, who can be asked for a password. */
  isInteractive: boolean
}

export type Command = {
  usage: string
  about: string
  options?: Record<string, { type: 'string' | 'boolean' }>
  /** How many arguments must follow the command. */
  argumentCount: number
  run(given: CommandInput): Promise<void>
}

/** The command was used wrongly; the message is shown with its usage. */
export class UsageError extends Error {}

export const commands: Record<string, Command> = {
  'owner:create': {
    usage: 'owner:create --email <address> [--name <name>] [--generate]',
    about: 'Makes a platform owner (super-admin): a new account, or the one that has this e-mail.',
    options: { email: { type: 'string' }, name: { type: 'string' }, generate: { type: 'boolean' } },
    argumentCount: 0,
    run: createOwner,
  },
  migrate: {
    usage: 'migrate',
    about: 'Brings the database to this version. `npm start` does it too; run it first when several nodes share one.',
    argumentCount: 0,
    run: async ({ config, print }) => {
      await (await openPlatform(config)).close()
      print('The database is at this version.')
    },
  },
  backup: {
    usage: 'backup <file> [--with-key]',
    about: 'Writes all tables and files into one file, also while the server runs. --with-key puts the master key in.',
    options: { 'with-key': { type: 'boolean' } },
    argumentCount: 1,
    run: backUp,
  },
  restore: {
    usage: 'restore <file>',
    about: 'Puts a backup into an empty data folder or database, checking every row count and hash.',
    argumentCount: 1,
    run: restore,
  },
  'take-out': {
    usage: 'take-out <address of the business> <file>',
    about:
      'Writes everything of one business into one file of open files, without secrets, also while the server runs.',
    argumentCount: 2,
    run: takeBusinessOut,
  },
  'move-in': {
    usage: 'move-in <file>',
    about: 'Makes a new business of a take-out, completely or not at all, and compares the content hash.',
    argumentCount: 1,
    run: moveBusinessIn,
  },
  'master-key:accept': {
    usage: 'master-key:accept',
    about:
      'Lets the database belong to the present master key, where the one it was begun with is lost. Stored secrets are lost with it.',
    argumentCount: 0,
    run: acceptMasterKey,
  },
  'files:move': {
    usage: 'files:move',
    about:
      'Moves all files to where new ones go (FILE_STORE), out of the data folder or the bucket, also while the server runs.',
    argumentCount: 0,
    run: moveAllFiles,
  },
  'demo:reset': {
    usage: 'demo:reset',
    about: 'Removes the demo businesses and makes them anew, with new passwords.',
    argumentCount: 0,
    run: resetDemo,
  },
}

async function createOwner({ config, options, print, isInteractive }: CommandInput): Promise<void> {
  const { email, name } = options
  if (typeof email !== 'string' || email === '')
    throw new UsageError('The e-mail of the account is missing: --email <address>')
  const isTyped = isInteractive && !options.generate
  const password = isTyped ? await promptNewPassword() : generatePassword()
  const { platform, close } = await openPlatform(config)
  try {
    const outcome = await makePlatformOwner(platform, {
      email,
      password,
      name: typeof name === 'string' && name !== '' ? name : 'Platform owner',
    })
    if (outcome === 'promoted') return print(`${email} has an account and is a platform owner now. Its password stays.`)
    print(`${email} is a platform owner.`)
    if (!isTyped) print(`Password (shown this once): ${password}`)
  } finally {
    await close()
  }
}

async function backUp({ config, options, args: [path = ''], print }: CommandInput): Promise<void> {
  const file = resolve(path)
  const key = await masterKey({ dataDir: config.dataDir, fromEnv: config.masterKey })
  const places = placesOf(config)
  const { url, close } = await openDatabase(config)
  try {
    const source = {
      ownerUrl: url,
      places,
      masterKey: key,
      withKey: options['with-key'] === true,
    }
    print(`${file}: ${countsOf(await writeBackup(source, file))}.`)
  } finally {
    await close()
    await stopPlaces(places)
  }
  print(
    options['with-key']
      ? 'It holds the master key: whoever has this file can read the stored secrets.'
      : `Keep the master key as well (${config.masterKey ? 'MASTER_KEY' : join(config.dataDir, 'master.key')}): stored secrets cannot be read without it.`,
  )
}

/** Refuses where another process runs the same command. */
async function alone<T>(databaseUrl: string, command: string, run: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'segue-command' })
  await client.connect()
  try {
    const { rows } = await client.query<{ isAlone: boolean }>(
      'SELECT pg_try_advisory_lock(hashtext($1)) AS "isAlone"',
      [command],
    )
    if (!rows[0]?.isAlone) throw new Error(`Another ${command} is running. Wait until it has ended.`)
    return await run()
  } finally {
    await client.end()
  }
}

const stopPlaces = ({ to, from }: Places) => Promise.all([to.stop(), from?.stop()])

async function moveAllFiles({ config, print }: CommandInput): Promise<void> {
  if (!config.s3) throw new UsageError('Files are in the data folder alone: there is no S3_URL.')
  const places = placesOf(config)
  const { url, close } = await openDatabase(config)
  const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
  try {
    const moved = await alone(url, 'files:move', () =>
      moveFiles(places, join(filesFolder(config), 'incoming'), (moved) => {
        if (moved.files % 1000 === 0) print(`${moved.files} files, ${megabytes(moved.bytes)} MB …`)
      }),
    )
    const { files, bytes, failed } = moved
    const target = config.fileStore === 's3' ? 'the bucket' : 'the data folder'
    const source = config.fileStore === 's3' ? filesFolder(config) : 'the bucket'
    print(`${files} files, ${megabytes(bytes)} MB were moved from ${source} to ${target}.`)
    if (failed.length > 0) {
      const lines = failed.map(({ key, error }) => `  ${key}: ${error instanceof Error ? error.message : error}`)
      throw new Error(`${failed.length} files could not be moved and stay where they are:\n${lines.join('\n')}`)
    }
    const missing = await missingFiles(places, url)
    print(
      missing.count === 0
        ? 'Every file that the database names is there.'
        : `${missing.count} files that the database names are in neither place, the first ${missing.first}. Run this on each other machine that has a data folder of its own.`,
    )
  } finally {
    await stopPlaces(places)
    await close()
  }
}

async function acceptMasterKey({ config, print }: CommandInput): Promise<void> {
  const key = await masterKey({ dataDir: config.dataDir, fromEnv: config.masterKey })
  const { url, close } = await openDatabase(config)
  try {
    await acceptKey(url, fingerprintOf(key))
  } finally {
    await close()
  }
  print('The database belongs to the present master key. Everybody signs in again; enter stored secrets again.')
}

async function restore({ config, args: [path = ''], print }: CommandInput): Promise<void> {
  const file = resolve(path)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const { head, key } = await readHead(file)
  await storeKey(config, key)
  const currentKey = await masterKey({ dataDir: config.dataDir, fromEnv: config.masterKey })
  const places = placesOf(config)
  const { ownerUrl, close } = await openPlatform(config)
  try {
    const into = { ownerUrl, filesFolder: filesFolder(config), bucket: config.fileStore === 's3' ? places.to : null }
    print(`${countsOf(await restoreBackup(file, into))} of ${head.createdAt}.`)
  } finally {
    await close()
    await stopPlaces(places)
  }
  if (fingerprintOf(currentKey) === head.keyFingerprint) return
  print(
    'The master key here is not the one of the backup: everybody signs in again, and stored secrets must be entered again.',
  )
}

const countsOf = ({ tables, files }: Manifest): string => {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows in ${Object.keys(tables).length} tables, ${Object.keys(files).length} files`
}

async function resetDemo({ config, print }: CommandInput): Promise<void> {
  const { platform, ownerUrl, close } = await openPlatform(config).catch(async (error: unknown) => {
    if (!(error instanceof DevelopmentSchemaError)) throw error
    const { url, close } = await openDatabase(config)
    await dropDevelopmentSchema(url).finally(close)
    return openPlatform(config)
  })
  try {
    await removeDemo(platform, ownerUrl)
    for (const one of await createDemo(platform)) {
      print(`${one.business}\n  support link  ${supportLinkOf(platform, one)}`)
      for (const { email, password, role } of one.members) print(`  ${role.padEnd(12)}  ${email}  ${password}`)
    }
  } finally {
    await close()
  }
}
