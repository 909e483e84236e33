import type { z } from 'zod'
import type { proposeText as contract, TextProposal, TextTool } from '#contracts/assistant/composer-tools.ts'
import type { TicketId } from '#contracts/ids.ts'
import { LANGUAGE_NAMES, type Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { writeReplyByModel, writeSummaryByModel } from '#server/assistant/ticket-brief/model-brief.ts'
import { loadBriefInput } from '#server/assistant/ticket-brief/write-brief.ts'
import type { Member } from '#server/platform/actor.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasModel } from '#server/provider/service.ts'
import { editText, withinTime } from './edit-text.ts'

type Given = z.output<typeof contract.body>
type EditingTool = Exclude<TextTool, 'draft' | 'summarise'>

const TASKS: Record<EditingTool, (language: Language) => string> = {
  rewrite: () => 'Rewrite it: clear, correct and easy to read, in the same language and about as long.',
  shorten: () => 'Shorten it to what the reader needs, in the same language.',
  friendlier: () => 'Make it warmer and more polite, in the same language, without exaggerating and about as long.',
  translate: (language) => `Translate it into ${LANGUAGE_NAMES[language]}, in the same tone.`,
}

const COMPOSER = 'You edit a text that a support colleague is writing. They read and change it before anything is sent.'

/**
 * A model's proposal for the composer, through the one gateway with its budgets. A draft and a summary say sentences of knowledge and chat only;
 * an edited text with a link or address of its own is refused. Throws conflict without a key and at the budget, unavailable where none answers.
 */
export async function proposeText(
  tenant: Tenant,
  actor: Member,
  ticketId: TicketId,
  { tool, text, language }: Given,
): Promise<TextProposal> {
  const isEditing = tool !== 'draft' && tool !== 'summarise'
  if (isEditing && text.trim() === '') throw invalid({ 'body.text': m.error_ai_no_text })
  const { input } = await loadBriefInput(tenant, actor, ticketId)
  if (!(await hasModel(tenant))) throw conflict(m.error_ai_no_key, { reason: 'no_key' })
  if (isEditing) {
    const task = TASKS[tool](language ?? input.about.language)
    const edited = await editText(tenant, { about: COMPOSER, task, text, conversationId: input.conversationId })
    return { ...edited, text: edited.text.slice(0, 8000) }
  }
  const write = tool === 'draft' ? writeReplyByModel : writeSummaryByModel
  const written = await withinTime((signal) => write(tenant, input, signal))
  if (!written) throw conflict(m.error_ai_nothing)
  return { ...written, newFigures: [] }
}
