import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isProof = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('.proof.test.ts')

/**
 * The long proofs of a project before its other files: some wait for most of a minute, and one that begins last would leave the other
 * worker without work.
 */
class ProofsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...byProject.values()].flatMap((ofOne) => [
      ...ofOne.filter(isProof),
      ...ofOne.filter((one) => !isProof(one)),
    ])
  }
}

export default defineConfig({
  test: {
    pool: 'threads',
    // On two cores Vitest would take one worker; a third one makes the run no shorter.
    maxWorkers: 2,
    // The files of a worker share modules, and those of the server one server (see startHarness), so that neither starts anew for each file.
    isolate: false,
    sequence: { sequencer: ProofsFirst },
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
          // Node loads the modules itself: the server needs no transformation by Vite, which takes a quarter of the run.
          experimental: { viteModuleRunner: false },
          include: ['server/**/*.test.ts'],
          // One PostgreSQL for the run, a database copied from a template for each file.
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/file-setup.ts'],
        },
      },
    ],
  },
})
