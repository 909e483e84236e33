import type { ModelRequest } from './wire.ts'

type Passage = { id: string; text: string }

/** Passages as a prompt gives them, without the ids of their sentences: `<passage id="1">…</passage>`, or paragraphs that begin with `[1]`. Best first. */
export function passagesIn(all: string): Passage[] {
  const withoutIds = all.replace(/^\[\d+\.\d+\] /gm, '')
  const tagged = [
    ...withoutIds.matchAll(/<(passage|source|document)\b[^>]*\bid="?\[?(\w+)\]?"?[^>]*>([\s\S]*?)<\/\1>/g),
  ]
  if (tagged.length > 0) return tagged.map(([, , id = '', text = '']) => ({ id, text }))
  const numbered = [...all.matchAll(/^\[(\d+)\]\s+([\s\S]*?)(?=\n\s*\n|^\[\d+\]\s|$(?![\s\S]))/gm)]
  return numbered.map(([, id = '', text = '']) => ({ id, text }))
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])

/** The reply of a good model: the two sentences of the first passage that share most words with the question, each with its source. */
export function groundedAnswer(request: ModelRequest): string {
  const last = request.turns.at(-1)
  const userText = request.turns.findLast(({ role }) => role === 'user')?.text ?? ''
  const question = wordsOf(/<message>([\s\S]*?)<\/message>/.exec(userText)?.[1] ?? userText)
  const all =
    last?.role === 'tool' ? last.text : [request.system, ...request.turns.map(({ text }) => text)].join('\n\n')
  const [best] = passagesIn(all)
  if (!best) return last?.role === 'tool' ? `Here is what I found: ${last.text}` : 'Hello! How can I help you today?'
  const sentences = best.text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => sentence !== '')
  const matching = sentences
    .map((sentence, at) => ({
      sentence,
      at,
      score: [...wordsOf(sentence)].filter((word) => question.has(word)).length,
    }))
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, 2)
    .sort((one, other) => one.at - other.at)
  return matching.map(({ sentence }) => `${sentence.replace(/[.!?]*$/, '')} [${best.id}].`).join(' ')
}
