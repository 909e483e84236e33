import type { Endpoint } from '#contracts/endpoint.ts'
import { ErrorReply } from '#contracts/errors.ts'
import { uploadAvatar } from '#contracts/identity/appearance.ts'
import { uploadBrandImage } from '#contracts/tenant/branding.ts'
import { pathOf, type TestClient } from '#test/client.ts'
import type { FullTenant } from './full-tenant.ts'
import { PNG } from './picture.ts'
import type { Input, Position } from './request-schema.ts'

/** A caller of routes: its access class and its tenant. */
export type Actor = {
  name: string
  access: 'none' | 'guest' | 'customer' | 'member' | 'owner'
  fullTenant: FullTenant | null
  client: TestClient
  /** It has an API key with every scope: the routes that declare one are open to it. */
  isProgram?: true
  /** Of a member: agents may not use every route of members. */
  role?: 'agent' | 'admin' | 'owner'
}

/** One request of an actor, with ids of its own or another tenant. */
export type Probe = {
  actor: Actor
  label: string
  input: Input
  position?: Position
  value?: 'foreign' | 'missing' | 'all' | 'own'
}
export type Reply = { status: number; text: string; code: string; message: string; fields: string[] }

/** Streams are read for this long. */
const LISTEN_MS = 120

export async function sendProbe(endpoint: Endpoint, { actor, input }: Probe): Promise<Reply> {
  const abort = new AbortController()
  const response = await actor.client.raw(pathOf(endpoint, input), {
    method: endpoint.method,
    signal: abort.signal,
    ...bodyOf(endpoint, input),
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? await readFor(response, abort) : await response.text()
  const parsed = response.ok ? null : ErrorReply.safeParse(safeJson(text))
  const error = parsed?.success ? parsed.data.error : null
  return {
    status: response.status,
    text,
    code: error?.code ?? '',
    message: error?.message ?? '',
    fields: Object.keys(error?.fields ?? {}),
  }
}

function bodyOf(endpoint: Endpoint, input: Input): RequestInit {
  if (endpoint.rate === 'upload') {
    const form = new FormData()
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"><title>proof</title></svg>'
    if (endpoint.path === uploadAvatar.path) form.append('file', new Blob([PNG]), 'proof.png')
    else if (endpoint.path === uploadBrandImage.path) form.append('file', new Blob([picture]), 'proof.svg')
    else form.append('file', new Blob(['proof,proof']), 'proof.txt')
    return { body: form }
  }
  if (input.body === undefined) return {}
  return { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }
}

async function readFor(response: Response, abort: AbortController): Promise<string> {
  const timer = setTimeout(() => abort.abort(), LISTEN_MS)
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (!abort.signal.aborted) throw error
  }
  clearTimeout(timer)
  return text
}

const safeJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
