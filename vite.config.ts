import { defineConfig } from 'vite'
import { BUILDS, configOf, DESK } from './scripts/web-builds.ts'

/** For the server of development, which has all pages and bundles nothing. The pages are built by scripts/build-web.mjs. */
export default defineConfig(({ command }) =>
  configOf(command, { ...DESK, pages: BUILDS.flatMap(({ pages }) => pages) }),
)
