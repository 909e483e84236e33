import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { QualityRunId } from '#contracts/ids.ts'

const Quality = { tag: 'quality', access: 'member' } as const

export const QualityRunView = z.object({
  id: QualityRunId,
  state: z.enum(['running', 'done', 'failed']),
  /** What started it. */
  trigger: z.enum(['manual', 'knowledge', 'agent', 'model']),
  startedByName: z.string().nullable(),
  total: z.number().int(),
  done: z.number().int(),
  passed: z.number().int(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
})
export type QualityRunView = z.output<typeof QualityRunView>

/** Asks all test questions now. Returns the running run where there is one. */
export const startQualityRun = endpoint({
  ...Quality,
  method: 'POST',
  path: '/api/quality/runs',
  summary: 'Run the test questions',
  rate: 'write',
  status: 201,
  reply: QualityRunView,
})
