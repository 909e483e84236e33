import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before the server (`--import`): its folder of files behaves like a disk of 3 MB, for machines on which a test may not mount a
 * small file system.
 */
const SIZE = 3 * 1024 * 1024
const folder = `${process.env.DATA_DIR}/files`

const usedBytes = (): number =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(`${entry.parentPath}/${entry.name}`).size, 0)

const { write } = fs.WriteStream.prototype
fs.WriteStream.prototype.write = function (this: fs.WriteStream, ...given: unknown[]): boolean {
  const [chunk] = given as [Buffer]
  if (String(this.path).startsWith(folder) && usedBytes() + chunk.length > SIZE) {
    this.destroy(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
    return false
  }
  return Reflect.apply(write, this, given) as boolean
}
syncBuiltinESMExports()
