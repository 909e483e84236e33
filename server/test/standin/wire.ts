import type { IncomingHttpHeaders } from 'node:http'
import type { ProviderId } from '#contracts/provider/provider.ts'

/** A request to a model, independent of the provider's format. */
export type ModelRequest = {
  provider: ProviderId
  key: string
  model: string
  system: string
  turns: { role: 'user' | 'assistant' | 'tool'; text: string }[]
  /** Names of the tools it may call. */
  tools: string[]
}

export type Usage = { inputTokens: number; outputTokens: number }

/** One provider's format: how a request is parsed and how a streamed reply is written. */
export type Wire = {
  read(provider: ProviderId, request: { path: string; headers: IncomingHttpHeaders; body: Body }): ModelRequest
  /** Frames before the first text; some formats report the input tokens here already. */
  open(request: ModelRequest, inputTokens: number): string
  text(request: ModelRequest, delta: string): string
  tool(request: ModelRequest, call: { name: string; input: unknown; id: string }): string
  close(request: ModelRequest, reason: 'stop' | 'tools', usage: Usage): string
  /** The error "overloaded" in the middle of a stream. */
  error(request: ModelRequest): string
  /** The provider's error reply; some use status 400 where others use 401 or 404. */
  refuse(status: number, request: ModelRequest): { status: number; body: unknown }
  /** Whether `open` reports the input tokens: they are charged although the reply is cut off afterwards. */
  sendsInputTokensFirst?: boolean
}

/** A JSON body that is not checked; each format reads the fields it knows. */
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

/** An estimate of the tokens of a text: four characters a token. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4)
