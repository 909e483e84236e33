import { z } from 'zod'

/** What an agent is for; a customer's message goes to the active agent of the fitting type. */
export const AgentType = z.enum([
  'technical',
  'sales',
  'general',
  'billing',
  'security',
  'integration',
  'escalation',
  'feedback',
])
export type AgentType = z.output<typeof AgentType>
