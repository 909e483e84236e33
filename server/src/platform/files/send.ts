import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

type SentFile = {
  stream: Readable
  /** Bytes. */
  size: number
  mime: string
  name: string
  /** Shown in the page: only for images that were rebuilt from their pixels. */
  isInline: boolean
}

/** Sends a stored file such that a browser never runs it or shows it as a page. */
export function sendFile(reply: FastifyReply, { stream, size, mime, name, isInline }: SentFile): undefined {
  reply
    .type(mime)
    .header('content-length', size)
    .header('content-disposition', `${isInline ? 'inline' : 'attachment'}; ${fileNameParameter(name)}`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
  reply.send(stream)
  return undefined
}

/** RFC 6266: the name in UTF-8, percent-encoded. */
const fileNameParameter = (name: string): string =>
  `filename*=UTF-8''${encodeURIComponent(name).replace(/['()*!]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`
