import type { Tool, ToolSet } from 'ai'
import { actionTools } from '#server/agent/service.ts'
import type { Mask } from '#server/assistant/grounding/masking.ts'
import { asData } from '#server/assistant/grounding/prompt.ts'
import { isInstruction } from '#server/language/service.ts'
import { sentencesOfResult } from './action-result.ts'
import { assistantTools, type ToolContext } from './tools.ts'

/** All tools of a model: the agent's actions and the assistant's tools, which win where the names are equal. */
export const buildTools = async (context: ToolContext): Promise<ToolSet> => ({
  ...(await agentActionTools(context)),
  ...assistantTools(context),
})

/**
 * The agent's HTTP actions as tools: masked personal data is restored in their input; their result is masked, escaped and added as
 * evidence. A result that contains prompt injection is withheld.
 */
async function agentActionTools(context: ToolContext): Promise<ToolSet> {
  const { tenant, question } = context
  if (!question.agent || question.withoutActions) return {}
  const conversation = { agentId: question.agent.id, conversationId: question.conversationId }
  const actions = await actionTools(tenant, conversation)
  return Object.fromEntries(
    Object.entries(actions).map(([name, action]) => [name, withEvidence(context, name, action)]),
  )
}

type Execute = (input: unknown, options: unknown) => Promise<unknown>

function withEvidence(context: ToolContext, name: string, action: Tool): Tool {
  const execute = action.execute as Execute | undefined
  if (!execute) return action
  const guard: Execute = async (input, options) => {
    context.recordUse(name)
    const answer = String(await execute(unmasked(context.mask, input), options))
    if (isInstruction(answer)) return 'The answer held instructions instead of information and was left out.'
    const said = sentencesOfResult(answer, context.question)
    if (said) context.addEvidence({ id: 0, kind: 'tool', title: name, text: context.mask.hide(said), source: null })
    return context.mask.hide(asData(said ?? answer))
  }
  return { ...action, execute: guard } as Tool
}

function unmasked(mask: Mask, input: unknown): unknown {
  if (typeof input === 'string') return mask.show(input)
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, unmasked(mask, value)]))
}
