import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises'
import { ProviderId } from '#contracts/provider/provider.ts'
import { anthropic } from './anthropic.ts'
import { BEHAVIOUR_NAMES, type Behaviour, type BehaviourName, type Behaviours, planOf, type Step } from './behaviour.ts'
import { cohere } from './cohere.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import { type Body, type ModelRequest, record, tokensOf, type Usage, type Wire } from './wire.ts'

const WIRES: Partial<Record<ProviderId, Wire>> = { claude: anthropic, gemini, cohere }

/** The tokens of a call as reported to the caller; tests compare costs with them. */
export type UsageEntry = Usage & { provider: ProviderId; model: string }

export type RecordedRequest = {
  provider: ProviderId
  path: string
  headers: IncomingHttpHeaders
  body: Body
  parsed: ModelRequest
}

export type Standin = {
  /** For AI_ORIGIN; `{url}/custom/v1` for a custom endpoint. */
  url: string
  usageLog: UsageEntry[]
  requests: RecordedRequest[]
  /** The number of replies in progress. */
  readonly open: number
  /** Sets the behaviour of all later calls of a provider; the key `sk-standin-<name>` selects one by name for its own calls. */
  setBehaviour(provider: ProviderId, behaviour: Behaviours): void
  /** Clears behaviours, recorded requests and usage. */
  reset(): void
  stop(): Promise<void>
}

type State = {
  open: number
  usageLog: UsageEntry[]
  requests: RecordedRequest[]
  behaviours: Map<ProviderId, Behaviour[]>
}

/**
 * A server that implements the formats of all providers over real HTTP. Its behaviour is set by `setBehaviour`, by POST to
 * `/_/behaviour` with `{ provider, behaviour }`, or by the key of a call. GET `/_/log` returns requests and usage; POST `/_/reset`
 * clears them.
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
  if (!provider.success) return json(response, 404, { error: { message: 'unknown provider' } })
  const wire = WIRES[provider.data] ?? openai
  const sent = record(JSON.parse(await text(request)))
  // On a loaded machine a request may be read after its caller's time-out, in the middle of the next test: that one made no call. The end of its
  // connection is read one turn of the event loop after the request.
  for (let turn = 0; turn < 2; turn += 1) await nextTurn()
  if (request.socket.destroyed) return
  const parsed = wire.read(provider.data, { path, headers: request.headers, body: sent })
  state.requests.push({ provider: provider.data, path, headers: request.headers, body: sent, parsed })
  const plan = planOf(behaviourOf(state, parsed), parsed)
  // No reply: the caller's time-out ends the request.
  if (plan.status === 0) return
  if (plan.status !== 200) {
    const { status, body } = wire.refuse(plan.status, parsed)
    return json(response, status, body, plan.headers)
  }
  response.writeHead(200, plan.headers)
  await sendReply(plan.steps, wire, parsed, response, (usage) =>
    state.usageLog.push({ ...usage, provider: parsed.provider, model: parsed.model }),
  )
}

function behaviourOf(state: State, parsed: ModelRequest): Behaviour {
  const byKey = /^sk-standin-(.+)$/.exec(parsed.key)?.[1]
  if (byKey && (BEHAVIOUR_NAMES as readonly string[]).includes(byKey)) return byKey as BehaviourName
  const set = state.behaviours.get(parsed.provider) ?? []
  return (set.length > 1 ? set.shift() : set[0]) ?? 'fine'
}

async function sendReply(
  steps: Step[],
  wire: Wire,
  parsed: ModelRequest,
  response: ServerResponse,
  log: (usage: Usage) => void,
): Promise<void> {
  const inputTokens = tokensOf([parsed.system, ...parsed.turns.map(({ text }) => text)].join(''))
  const isFormatted = !steps.some((step) => step.do === 'raw')
  let output = ''
  let reason: 'stop' | 'tools' = 'stop'
  if (isFormatted) response.write(wire.open(parsed, inputTokens))
  for (const step of steps) {
    if (response.destroyed) return
    if (step.do === 'wait') await after(step.ms)
    else if (step.do === 'raw') response.write(step.text)
    else if (step.do === 'text') {
      output += step.text
      for (const piece of step.text.match(/(\S+\s*){1,4}/g) ?? []) response.write(wire.text(parsed, piece))
    } else if (step.do === 'call') {
      reason = 'tools'
      output += JSON.stringify(step.input)
      response.write(wire.tool(parsed, { name: step.tool, input: step.input, id: `call_${parsed.turns.length}` }))
    } else {
      if (wire.sendsInputTokensFirst) log({ inputTokens, outputTokens: 0 })
      if (step.do === 'error') response.end(wire.error(parsed))
      if (step.do === 'end') response.end()
      if (step.do === 'drop') setTimeout(() => response.destroy(), 20)
      return
    }
  }
  if (!isFormatted) return void response.end()
  const usage = { inputTokens, outputTokens: tokensOf(output) }
  log(usage)
  response.end(wire.close(parsed, reason, usage))
}
