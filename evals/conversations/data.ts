import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '#contracts/languages.ts'

/** One thing a reply must contain; README.md says what each means. */
export type Expectation =
  | { answer: string[] }
  | { offer: string[] }
  | {
      fact:
        | 'phone'
        | 'email'
        | 'address'
        | 'hours'
        | 'open_now'
        | 'emergency_phone'
        | 'identity'
        | 'abilities'
        | 'robot'
      is?: 'open' | 'closed'
    }
  | { small_talk: string }
  | { handover: string }
  | { emergency: true }
  | { unknown: true }
  | { off_topic: true }
  | { language: true; near: string[] }

export type ExpectedTurn = { says: string[]; expect: Expectation[]; also?: Expectation[] }
export type Conversation = {
  id: string
  about: string
  business: string
  language: Language
  /** Local time of the business, without a zone. */
  at: string | null
  /** Never looked at while the assistant is tuned. */
  isUnseen: boolean
  turns: ExpectedTurn[]
}

type Given = Pick<Conversation, 'id' | 'about' | 'turns'> & { at?: string }

const folder = new URL('./', import.meta.url)

/** All conversations, by business and language. */
export function readConversations(): Conversation[] {
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.[a-z]{2}\.json$/.test(name))
  return files.sort().flatMap((name) => {
    const [business = '', language = ''] = name.split('.')
    const given = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Given[]
    return given.map((one) => ({
      ...one,
      business,
      language: language as Language,
      at: one.at ?? null,
      isUnseen: (createHash('sha256').update(one.id).digest()[0] ?? 0) % 2 === 1,
    }))
  })
}
