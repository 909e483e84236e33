/**
 * `npm run lint:deploy`: checks what is shipped for several machines by the programs that read it: Docker Compose, HAProxy and Helm. The
 * chart is also rendered and looked at. A program that is missing fails with how it is installed.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { faultsOfChart, type Kinds } from './deploy/faults.ts'
import { helmProgram } from './deploy/helm-program.ts'

const CHART = 'deploy/helm/segue'
const SECRETS = { POSTGRES_PASSWORD: 'p', S3_PASSWORD: 's', MASTER_KEY: 'm' }

const ALWAYS: Kinds = { Deployment: 2, Service: 1, PodDisruptionBudget: 2 }
/** What each file of values renders. */
const RENDERED: Record<string, Kinds> = {
  least: ALWAYS,
  all: { ...ALWAYS, HorizontalPodAutoscaler: 1, Ingress: 1 },
}

let failed = 0
const report = (what: string, faults: readonly string[]): void => {
  process.stdout.write(
    `${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${what}\n${faults.map((one) => `${one}\n`).join('')}`,
  )
  failed += faults.length
}

/** Runs a program; its output, or what it printed about its failure. */
function run(program: string, given: readonly string[]): { output: string; faults: string[] } {
  const { status, stdout, stderr, error } = spawnSync(program, given, {
    encoding: 'utf8',
    env: { ...process.env, ...SECRETS },
  })
  if (error) return { output: '', faults: [`${program} cannot be run: ${error.message}`] }
  return { output: stdout, faults: status === 0 ? [] : [`${stdout}${stderr}`] }
}

const exists = (program: string, ...given: string[]): boolean => spawnSync(program, given).status === 0

function composeProgram(): [string, ...string[]] | null {
  if (exists('docker', 'compose', 'version')) return ['docker', 'compose']
  return exists('docker-compose', 'version') ? ['docker-compose'] : null
}

const compose = composeProgram()
report(
  'compose.scale.yaml, by Docker Compose',
  compose
    ? run(compose[0], [...compose.slice(1), '-f', 'compose.scale.yaml', 'config', '--quiet']).faults
    : ['Docker Compose is missing: apt-get install docker-compose'],
)
report(
  'deploy/haproxy/haproxy.cfg, by HAProxy',
  exists('haproxy', '-v')
    ? run('haproxy', ['-c', '-f', 'deploy/haproxy/haproxy.cfg']).faults
    : ['HAProxy is missing: apt-get install haproxy'],
)
const helm = await helmProgram('node_modules/.cache/segue')
for (const [name, kinds] of Object.entries(RENDERED)) {
  const values = ['--values', `${CHART}/ci/${name}-values.yaml`]
  report(`${CHART} with the values ${name}, by helm lint`, run(helm, ['lint', '--strict', CHART, ...values]).faults)
  const { output, faults } = run(helm, ['template', 'demo', CHART, ...values])
  report(`${CHART} with the values ${name}, rendered`, faults.length > 0 ? faults : faultsOfChart(output, kinds))
}
const { faults } = run(helm, ['template', 'demo', CHART])
const isRefused = ['/baseUrl', '/image/repository', '/existingSecret'].every((name) => faults.join().includes(name))
report(`${CHART} without values is refused`, isRefused ? [] : ['it is rendered, or a missing value is not named'])
process.exit(failed === 0 ? 0 : 1)
