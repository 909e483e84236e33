import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() })
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform((all) =>
    Object.fromEntries(all.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? null])),
  )
const CollectedSpan = z.object({
  traceId: z.string().length(32),
  spanId: z.string().length(16),
  parentSpanId: z.string().length(16).optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: Attributes,
  status: z.object({ code: z.number() }),
})
export type CollectedSpan = z.output<typeof CollectedSpan>

/** The body of an export in OTLP's JSON. */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(CollectedSpan) })),
    }),
  ),
})

export type Collector = {
  url: string
  spans: CollectedSpan[]
  /** Everything received, as it was. */
  texts: string[]
  headers: IncomingHttpHeaders[]
  resources: Record<string, unknown>[]
  /** What it does with the next exports. */
  behave(how: 'take' | 'refuse' | 'hang'): void
  stop(): Promise<void>
}

/** A collector of OpenTelemetry traces: OTLP over HTTP in JSON. */
export async function startCollector(): Promise<Collector> {
  const seen = {
    spans: [] as CollectedSpan[],
    texts: [] as string[],
    headers: [] as IncomingHttpHeaders[],
    resources: [] as Record<string, unknown>[],
  }
  let behaviour: 'take' | 'refuse' | 'hang' = 'take'
  const take = (body: string, response: ServerResponse): void => {
    seen.texts.push(body)
    for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
      seen.resources.push(resource.attributes)
      seen.spans.push(...scopeSpans.flatMap(({ spans }) => spans))
    }
    response.setHeader('content-type', 'application/json').end('{}')
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (behaviour === 'hang') return
    if (behaviour === 'refuse' || request.url !== '/v1/traces') return response.writeHead(400).end()
    seen.headers.push(request.headers)
    take(body, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...seen,
    behave: (how) => {
      behaviour = how
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
