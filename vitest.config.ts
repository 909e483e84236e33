import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** The harness of the server's tests: one PostgreSQL for the run, a database copied from a template for each file. */
const harness = {
  globalSetup: ['server/test/global.ts'].filter((file) => existsSync(file)),
  setupFiles: ['server/test/setup.ts'].filter((file) => existsSync(file)),
}

export default defineConfig({
  test: {
    pool: 'threads',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{contracts,web,widget,scripts,bench,evals}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          testTimeout: 15_000,
          hookTimeout: 60_000,
          ...harness,
        },
      },
    ],
  },
})
