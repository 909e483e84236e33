// The package of the widget into dist/widget-package, ready for `npm pack`: two modules, their types, and its package.json. That one is not
// beside the sources, because a package.json ends the reach of the `#` names above it.
import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const OUT = at('dist/widget-package')

await build({
  configFile: false,
  root: at('widget/client'),
  publicDir: false,
  // Its one warning is about 'use client', which stays at the top.
  logLevel: 'error',
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    lib: { entry: { segue: at('widget/client/segue.ts'), react: at('widget/client/react.ts') }, formats: ['es'] },
    rolldownOptions: { external: ['react'] },
  },
})
execFileSync(process.execPath, [at('node_modules/typescript/bin/tsc'), '-p', at('widget/package')], {
  stdio: 'inherit',
})
copyFileSync(at('widget/package/package.json'), `${OUT}/package.json`)
