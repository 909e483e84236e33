// All pages and the widget’s loader, and each file also compressed, so that the server sends it without compressing it again for every visitor. Ended by hand:
// the message compiler that runs inside the build leaves timers behind that keep an idle process alive for thirty seconds after the first build.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { BUILDS, configOf } from './web-builds.ts'

const WIDGET = new URL('../widget/vite.config.ts', import.meta.url).pathname
const OUT = new URL('../dist/web', import.meta.url).pathname
const ASSETS = join(OUT, 'assets')

/** Every file, however small: the server looks for the compressed one first, and where it is missing, twice more. */
async function compressAssets() {
  const names = (await readdir(ASSETS, { recursive: true })).filter(
    (name) => /\.(js|css|svg)$/.test(name) && !/-X[AB]\//.test(name),
  )
  const compress = async (name) => {
    const path = join(ASSETS, name)
    const content = await readFile(path)
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      promisify(gzip)(content, { level: 9 }),
    ])
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
  }
  await Promise.all(names.map(compress))
}

try {
  const logLevel = process.env.CI ? 'info' : 'warn'
  await rm(OUT, { recursive: true, force: true })
  for (const one of BUILDS) await build({ configFile: false, logLevel, ...configOf('build', one) })
  await build({ configFile: WIDGET, logLevel })
  await compressAssets()
  process.exit(0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
