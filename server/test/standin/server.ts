import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { ProviderId } from '#contracts/provider/provider.ts'
import { anthropic } from './anthropic.ts'
import { type Behaviour, type Behaviours, NAMED, type Named, planOf, type Step } from './behaviour.ts'
import { cohere } from './cohere.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import { type Asked, type Body, record, tokensOf, type Usage, type Wire } from './wire.ts'

const WIRES: Partial<Record<ProviderId, Wire>> = { claude: anthropic, gemini, cohere }

/** What a call used as it was told to the caller: the truth every cost is measured by. */
export type UsageEntry = Usage & { provider: ProviderId; model: string }

export type SeenRequest = {
  provider: ProviderId
  path: string
  headers: IncomingHttpHeaders
  body: Body
  asked: Asked
}

export type Standin = {
  /** For AI_ORIGIN; `{url}/custom/v1` for a custom endpoint. */
  url: string
  usageLog: UsageEntry[]
  requests: SeenRequest[]
  /** Answers under way. */
  readonly open: number
  /** For all calls of a provider from now on; a key `sk-standin-<name>` has its own. */
  setBehaviour(provider: ProviderId, behaviour: Behaviours): void
  /** Everybody is fine again, and nothing was seen. */
  reset(): void
  stop(): Promise<void>
}

type State = {
  open: number
  usageLog: UsageEntry[]
  requests: SeenRequest[]
  behaviours: Map<ProviderId, Behaviour[]>
}

/**
 * A server that speaks the formats of all providers over real HTTP and behaves as told: by `setBehaviour`, by POST to
 * `/_/behaviour` with `{ provider, behaviour }`, or by the key of a call. GET `/_/log` tells what it saw; POST `/_/reset`.
 */
export async function startStandin(port = 0): Promise<Standin> {
  const state: State = { open: 0, usageLog: [], requests: [], behaviours: new Map() }
  const setBehaviour: Standin['setBehaviour'] = (provider, behaviour) => {
    state.behaviours.set(provider, Array.isArray(behaviour) ? [...behaviour] : [behaviour as Behaviour])
  }
  const reset = () => {
    state.usageLog.length = 0
    state.requests.length = 0
    state.behaviours.clear()
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    state.open += 1
    response.once('close', () => {
      state.open -= 1
    })
    const done = path.startsWith('/_/')
      ? control(path, request, response, state, { setBehaviour, reset })
      : serve(path, request, response, state)
    done.catch(() => response.destroy())
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    usageLog: state.usageLog,
    requests: state.requests,
    get open() {
      return state.open
    },
    setBehaviour,
    reset,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function control(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  state: State,
  controls: Pick<Standin, 'setBehaviour' | 'reset'>,
): Promise<void> {
  if (path === '/_/log') return json(response, 200, { usage: state.usageLog, requests: state.requests })
  if (path === '/_/reset') controls.reset()
  else if (path === '/_/behaviour') {
    const { provider, behaviour } = record(JSON.parse(await text(request)))
    controls.setBehaviour(ProviderId.parse(provider), behaviour as Behaviours)
  } else return json(response, 404, { error: 'no such control' })
  json(response, 200, {})
}

async function serve(url: string, request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const [, name = '', path = ''] = /^\/([a-z]+)(\/.*)$/.exec(url) ?? []
  const provider = ProviderId.safeParse(name)
  if (!provider.success) return json(response, 404, { error: { message: 'nobody is here' } })
  const wire = WIRES[provider.data] ?? openai
  const sent = record(JSON.parse(await text(request)))
  const asked = wire.read(provider.data, { path, headers: request.headers, body: sent })
  state.requests.push({ provider: provider.data, path, headers: request.headers, body: sent, asked })
  const plan = planOf(behaviourOf(state, asked), asked)
  // Hangs until the caller gives up.
  if (plan.status === 0) return
  if (plan.status !== 200) {
    const { status, body } = wire.refuse(plan.status, asked)
    return json(response, status, body, plan.headers)
  }
  response.writeHead(200, plan.headers)
  await speak(plan.steps, wire, asked, response, (usage) =>
    state.usageLog.push({ ...usage, provider: asked.provider, model: asked.model }),
  )
}

function behaviourOf(state: State, asked: Asked): Behaviour {
  const byKey = /^sk-standin-(.+)$/.exec(asked.key)?.[1]
  if (byKey && (NAMED as readonly string[]).includes(byKey)) return byKey as Named
  const set = state.behaviours.get(asked.provider) ?? []
  return (set.length > 1 ? set.shift() : set[0]) ?? 'fine'
}

async function speak(
  steps: Step[],
  wire: Wire,
  asked: Asked,
  response: ServerResponse,
  log: (usage: Usage) => void,
): Promise<void> {
  const inputTokens = tokensOf([asked.system, ...asked.turns.map(({ text }) => text)].join(''))
  const isAnswer = !steps.some((step) => step.do === 'raw')
  let said = ''
  let reason: 'stop' | 'tools' = 'stop'
  if (isAnswer) response.write(wire.open(asked, inputTokens))
  for (const step of steps) {
    if (response.destroyed) return
    if (step.do === 'wait') await after(step.ms)
    else if (step.do === 'raw') response.write(step.text)
    else if (step.do === 'say') {
      said += step.words
      for (const piece of step.words.match(/(\S+\s*){1,4}/g) ?? []) response.write(wire.text(asked, piece))
    } else if (step.do === 'call') {
      reason = 'tools'
      said += JSON.stringify(step.input)
      response.write(wire.tool(asked, { name: step.tool, input: step.input, id: `call_${asked.turns.length}` }))
    } else {
      if (wire.sendsInputTokensFirst) log({ inputTokens, outputTokens: 0 })
      if (step.do === 'error') response.end(wire.error(asked))
      if (step.do === 'end') response.end()
      if (step.do === 'drop') setTimeout(() => response.destroy(), 20)
      return
    }
  }
  if (!isAnswer) return void response.end()
  const usage = { inputTokens, outputTokens: tokensOf(said) }
  log(usage)
  response.end(wire.close(asked, reason, usage))
}
