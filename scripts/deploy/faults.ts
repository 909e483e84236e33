import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '#server/platform/config.ts'

const Probe = z.object({ httpGet: z.object({ path: z.string() }) })
const Container = z.object({
  envFrom: z.array(z.object({ secretRef: z.object({ name: z.string() }) })).min(1),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
  resources: z.object({ requests: z.object({ cpu: z.string(), memory: z.string() }) }),
})
const Pod = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.object({ containers: z.array(Container).length(1) }),
})
const Deployment = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    replicas: z.int().optional(),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: Pod,
  }),
})
const Any = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) })

/** The kinds that the chart makes, each with its number; a Secret is never among them. */
export type Kinds = Record<string, number>

/** What is wrong with the chart as Helm rendered it. */
export function faultsOfChart(rendered: string, expected: Kinds): string[] {
  const all = parseAllDocuments(rendered)
    .map((one) => one.toJS() as unknown)
    .filter((one) => one !== null)
  const kinds: Kinds = {}
  for (const { kind } of all.map((one) => Any.parse(one))) kinds[kind] = (kinds[kind] ?? 0) + 1
  const faults =
    JSON.stringify(Object.entries(kinds).sort()) === JSON.stringify(Object.entries(expected).sort())
      ? []
      : [`it has ${JSON.stringify(kinds)} in place of ${JSON.stringify(expected)}`]
  const deployments = all.filter((one) => Any.parse(one).kind === 'Deployment')
  return [...faults, ...deployments.flatMap((one) => faultsOfDeployment(one, 'HorizontalPodAutoscaler' in expected))]
}

function faultsOfDeployment(given: unknown, isScaled: boolean): string[] {
  const { name } = Any.parse(given).metadata
  const parsed = Deployment.safeParse(given)
  if (!parsed.success) return [`${name}: ${z.prettifyError(parsed.error)}`]
  const { spec } = parsed.data
  const [container] = spec.template.spec.containers as [z.output<typeof Container>]
  const env = Object.fromEntries(container.env.map((one) => [one.name, one.value]))
  const labels = spec.template.metadata.labels
  const isWeb = env.ROLE === 'web'
  return [
    ...faultsOfSettings(env),
    ...Object.entries(spec.selector.matchLabels)
      .filter(([label, value]) => labels[label] !== value)
      .map(([label]) => `its pods have not the label ${label}`),
    ...(container.livenessProbe.httpGet.path === '/livez' ? [] : ['the liveness probe is not /livez']),
    ...(container.readinessProbe.httpGet.path === '/readyz' ? [] : ['the readiness probe is not /readyz']),
    ...((spec.replicas === undefined) === (isWeb && isScaled) ? [] : ['its number of pods is set twice or not at all']),
  ].map((fault) => `${name}: ${fault}`)
}

/** Settings that the product refuses to start with. */
export function faultsOfSettings(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return [String(error)]
  }
}
