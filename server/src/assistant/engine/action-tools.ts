import type { Tool, ToolSet } from 'ai'
import { toolsOf } from '#server/agent/service.ts'
import type { Mask } from '#server/assistant/grounding/masking.ts'
import { asData } from '#server/assistant/grounding/prompt.ts'
import { isInstruction } from '#server/language/service.ts'
import { type ToolContext, toolsFor } from './tools.ts'

/** What a model may call: the agent's actions and the assistant's own tools, which keep their names whatever an action is called. */
export const allTools = async (bench: ToolContext): Promise<ToolSet> => ({
  ...(await actionsFor(bench)),
  ...toolsFor(bench),
})

/**
 * The HTTP actions an admin gave the agent, for a model: what the customer's data was masked with is put back on the way out, the
 * answer is masked, freed of marks and kept as evidence of its own. An answer that holds instructions is withheld.
 */
async function actionsFor(bench: ToolContext): Promise<ToolSet> {
  const { tenant, question } = bench
  if (!question.agent) return {}
  const served = { agentId: question.agent.id, conversationId: question.conversationId }
  const actions = await toolsOf(tenant, served)
  return Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, guarded(bench, name, action)]))
}

type Execute = (input: unknown, options: unknown) => Promise<unknown>

function guarded(bench: ToolContext, name: string, action: Tool): Tool {
  const execute = action.execute as Execute | undefined
  if (!execute) return action
  const guard: Execute = async (input, options) => {
    bench.used(name)
    const answer = String(await execute(unmasked(bench.mask, input), options))
    if (isInstruction(answer)) return 'The answer held instructions instead of information and was left out.'
    const text = bench.mask.hide(asData(answer))
    bench.found({ id: 0, kind: 'tool', title: name, text, source: null })
    return text
  }
  return { ...action, execute: guard } as Tool
}

function unmasked(mask: Mask, input: unknown): unknown {
  if (typeof input === 'string') return mask.show(input)
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, unmasked(mask, value)]))
}
