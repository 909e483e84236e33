import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

const NO_TURNS = { waiting: { all: 0, overShare: 0 } }
const NO_CONNECTIONS = { totalCount: 0, idleCount: 0, waitingCount: 0 }

it('metrics count requests by route pattern and jobs by outcome, and show the current pool and streams', async () => {
  const pool = { totalCount: 4, idleCount: 1, waitingCount: 0 }
  let streams = 2
  const metrics = createMetrics({ pool, turns: NO_TURNS, streams: () => streams, replicaLagSeconds: null })
  metrics.http('/api/tickets/:ticketId', 'GET', 200, 12)
  metrics.http('/api/tickets/:ticketId', 'GET', 200, 30)
  metrics.http(undefined, 'GET', 404, 1)
  metrics.job('assistant.answer', 'done')
  metrics.job('assistant.answer', 'given_up')
  const first = await metrics.text()
  expect(first).toContain(
    'segue_http_request_seconds_count{route="/api/tickets/:ticketId",method="GET",status="200"} 2',
  )
  expect(first).toContain(
    'segue_http_request_seconds_bucket{le="0.02",route="/api/tickets/:ticketId",method="GET",status="200"} 1',
  )
  expect(first).toContain('route="unknown",method="GET",status="404"')
  expect(first).toContain('segue_job_runs_total{job="assistant.answer",outcome="given_up"} 1')
  expect(first).toContain('segue_live_streams 2')
  expect(first).not.toContain('segue_db_replica_lag_seconds')
  expect(first).toContain('segue_db_connections 4')
  expect(first).toMatch(/segue_event_loop_lag_seconds\{quantile="0\.99"\} [\d.e-]+/)
  streams = 5
  pool.waitingCount = 7
  const second = await metrics.text()
  expect(second).toContain('segue_live_streams 5')
  expect(second).toContain('segue_db_waiting 7')
  metrics.stop()
})

it('two registries do not share metrics', async () => {
  const of = () =>
    createMetrics({ pool: NO_CONNECTIONS, turns: NO_TURNS, streams: () => 0, replicaLagSeconds: () => 0.3 })
  const [one, two] = [of(), of()]
  one.job('a', 'done')
  expect(await two.text()).not.toContain('job="a"')
  one.stop()
  two.stop()
})

it('every alert rule, panel and computed promise names a metric and buckets that the product has', async () => {
  const metrics = createMetrics({
    ...{ pool: NO_CONNECTIONS, turns: NO_TURNS, streams: () => 0 },
    replicaLagSeconds: () => 0.3,
  })
  metrics.http('/', 'GET', 200, 1)
  metrics.job('a', 'done')
  metrics.staleRead('replica', 'none')
  const known = await metrics.text()
  metrics.stop()
  for (const file of ['ops/alerts.yml', 'ops/dashboard.json', 'docs/slo.md']) {
    const text = await readFile(new URL(`../../../../${file}`, import.meta.url), 'utf8')
    const named = new Set(text.match(/\b(?:segue|process)_[a-z_]+[a-z](?=[{[(\s)])/g))
    expect(named.size).toBeGreaterThan(1)
    for (const name of named) expect(known, `${file} names ${name}`).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
    for (const [bucket] of text.matchAll(/le="[\d.]+"/g)) expect(known).toContain(bucket)
  }
})
