import type { ActionMethod, ActionParameter, ActionResult } from '#contracts/agent/agent-action.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { callEndpoint } from '#server/platform/http/call-endpoint.ts'
import { OutgoingError } from '#server/platform/http/outgoing-error.ts'
import { fillRequestTemplate, type RequestInput, RequestInputError } from '#server/platform/http/request-template.ts'
import type { Platform } from '#server/platform/platform.ts'
import { inLanguage, type Text } from '#server/platform/text/message.ts'

/** An action with its headers decrypted. */
export type CallableAction = {
  method: ActionMethod
  url: string
  parameters: readonly ActionParameter[]
  /** Null: stored, but they cannot be decrypted. */
  headers: Readonly<Record<string, string>> | null
}

/** `language`: that of the faults in the result's text, English by default (for models and for what is stored). */
type CallOptions = { signal?: AbortSignal | undefined; language?: Language }

/**
 * Calls an action with values that a model or a member gave. Never throws for what the action's server or the values cause: the
 * result's text describes it.
 */
export async function callAction(
  platform: Platform,
  action: CallableAction,
  input: RequestInput,
  { signal, language = 'en' }: CallOptions = {},
): Promise<ActionResult> {
  const started = performance.now()
  const result = (ok: boolean, status: number | null, text: string): ActionResult => ({
    ok,
    status,
    text,
    latencyMs: Math.round(performance.now() - started),
  })
  const fault = (message: Text): ActionResult => result(false, null, inLanguage(message, language))
  const { headers, method } = action
  if (headers === null) return fault(m.error_action_headers_unreadable)
  try {
    const request = fillRequestTemplate(action, input)
    const { status, text } = await callEndpoint(platform.http, { ...request, method, headers }, signal)
    return result(status < 400, status, inLanguage(text, language))
  } catch (error) {
    if (error instanceof RequestInputError || error instanceof OutgoingError) return fault(error.text)
    if (signal?.aborted) return fault(m.error_action_call_aborted)
    throw error
  }
}
