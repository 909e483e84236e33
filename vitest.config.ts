import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'threads',
    // On two cores Vitest would take one worker; a third one makes the run no shorter.
    maxWorkers: 2,
    // The files of a worker share modules, and those of the server one server (see startHarness), so that neither starts anew for each file.
    isolate: false,
    // Only a test that fails waits that long, so that a loaded machine changes no result.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 40_000 } },
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
          // One PostgreSQL for the run, a database copied from a template for each file.
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/file-setup.ts'],
        },
      },
    ],
  },
})
