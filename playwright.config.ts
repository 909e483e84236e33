import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.ts'

const executablePath = findChromium()

/** The tests start the real server themselves (see e2e/), each worker its own, on a data folder of its own. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Only a test that fails waits that long, so that a loaded machine changes no result.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
    // A quarter of the time of a run; E2E_TRACE=1 records what a failing test did.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  },
})
