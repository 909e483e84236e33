import type { IncomingHttpHeaders } from 'node:http'
import type { ProviderId } from '#contracts/provider/provider.ts'

/** A request to a model, whatever format it came in. */
export type Asked = {
  provider: ProviderId
  key: string
  model: string
  system: string
  turns: { role: 'user' | 'assistant' | 'tool'; text: string }[]
  /** Names of the tools it may call. */
  tools: string[]
}

export type Usage = { inputTokens: number; outputTokens: number }

/** One provider's format: how a request is read, and how an answer is written as it comes. */
export type Wire = {
  read(provider: ProviderId, request: { path: string; headers: IncomingHttpHeaders; body: Body }): Asked
  /** Frames before the first word; some formats tell the usage of the input here already. */
  open(asked: Asked, inputTokens: number): string
  text(asked: Asked, words: string): string
  tool(asked: Asked, call: { name: string; input: unknown; id: string }): string
  close(asked: Asked, reason: 'stop' | 'tools', usage: Usage): string
  /** "I am overloaded", said in the middle of a stream. */
  error(asked: Asked): string
  /** A refusal in the provider's words; some say by 400 what others say by 401 or 404. */
  refuse(status: number, asked: Asked): { status: number; body: unknown }
  /** What `open` tells of the usage: it counts although the answer is cut afterwards. */
  sendsInputTokensFirst?: boolean
}

/** JSON as it comes; each format looks for what it knows. */
export type Body = Record<string, unknown>

export const frame = (value: unknown, event?: string): string =>
  `${event ? `event: ${event}\n` : ''}data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`

export const list = (value: unknown): Body[] => (Array.isArray(value) ? (value as Body[]) : [])
export const record = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})
export const string = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The text of a message's content: a string, or a list of parts. */
export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((part) => string(part.text) || textOf(part.content))
        .join('\n')

export const bearerOf = (headers: IncomingHttpHeaders): string => string(headers.authorization).replace(/^Bearer /, '')

/** What a model is said to count: about four characters a token. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4)
