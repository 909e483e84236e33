/**
 * Loaded into a process of the product by `--import`: it writes what the process asked of its database until now into a file of the folder
 * STATEMENTS_FOLDER, again and again, for `measureUse`.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { watchDatabase } from '#test/database-use.ts'

const EVERY_MS = 100

const use = watchDatabase('segue')
const file = join(process.env.STATEMENTS_FOLDER ?? '', `${process.pid}.json`)

const write = () => {
  const { statements, commits } = use
  writeFileSync(`${file}.draft`, JSON.stringify({ statements, commits }))
  renameSync(`${file}.draft`, file)
}
setInterval(write, EVERY_MS).unref()
process.on('exit', write)
