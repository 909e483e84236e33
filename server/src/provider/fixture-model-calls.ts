import { randomUUID } from 'node:crypto'
import type { ConversationId } from '#contracts/ids.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { Harness } from '#test/harness.ts'
import { connectProvider } from './fixture.ts'
import { askModel, type ModelPart, type ModelRequest } from './service.ts'

/** A request for an answer with usual values. */
export const modelRequest = (given: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: 'answer',
  conversationId: randomUUID() as ConversationId,
  messageId: null,
  guestId: null,
  agent: null,
  complexity: 'medium',
  isExpert: false,
  system: 'You help customers of Acme.',
  messages: [{ role: 'user', content: 'When do you open?' }],
  maxTokens: 150,
  temperature: 0.7,
  ...given,
})

export type ReadAnswer = { text: string; end: Extract<ModelPart, { type: 'finish' }> }

/** Reads a whole answer; throws the error of the call. */
export async function readAnswer(
  tenant: Tenant,
  request: ModelRequest,
  signal = AbortSignal.timeout(30_000),
): Promise<ReadAnswer> {
  let text = ''
  for await (const part of askModel(tenant, request, signal)) {
    if (part.type === 'text') text += part.text
    if (part.type === 'finish') return { text, end: part }
  }
  throw new Error('the chain ended without a finish')
}

/** A new tenant with a key of each provider. */
export async function tenantWithKeys(
  h: Harness,
  ...providers: Parameters<typeof connectProvider>[1][]
): Promise<Tenant> {
  const { tenant } = await h.tenant()
  for (const provider of providers) await connectProvider(tenant, provider, { key: `test-key-of-${provider}` })
  return tenant
}
