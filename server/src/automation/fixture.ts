import type { AutomationRuleId, AutomationRunId, TicketId } from '#contracts/ids.ts'
import { system } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow } from '#server/ticket/service.ts'
import { automationEvent, automationRule, automationRun, automationSetting, automationTimePosition } from './schema.ts'
import { DEFAULT_SLA } from './sla/defaults.ts'
import { followEvent } from './sla/keep-standing.ts'

const newId = <Id extends string>() => crypto.randomUUID() as Id

/** Agreed times that are on, a ticket that has them, a rule with what it did, and an event that is worked on tomorrow. Gives the rule's id. */
export const makeAutomation = (tenant: Tenant, ticketId: TicketId): Promise<AutomationRuleId> =>
  tenant.tx(async (t) => {
    const { tenantId, now } = t
    await t.db.insert(automationSetting).values({ tenantId, slaIsOn: true, slaPolicy: DEFAULT_SLA })
    const { status, priority, number, ...row } = await getTicketRow(t, system, ticketId)
    const event = { triggers: ['created' as const], status, priority, at: now }
    await followEvent(t, { ...row, status, priority, number }, event)
    const chainId = newId()
    const retryAt = new Date(now.getTime() + 86_400_000)
    await t.db.insert(automationEvent).values({ tenantId, ticketId, ...event, retryAt, chainId })
    const ruleId = newId<AutomationRuleId>()
    const content = { trigger: 'created', conditions: {}, actions: [{ type: 'add_note', body: 'proof' }] } as const
    await t.db.insert(automationRule).values({
      ...{ tenantId, id: ruleId, name: 'proof', position: 1, createdAt: now, updatedAt: now },
      ...{ ...content, actions: [...content.actions] },
    })
    await t.db.insert(automationTimePosition).values({ tenantId, ruleId, at: now, id: ticketId })
    const about = { ruleId, ruleName: 'proof', ticketId, ticketNumber: number, trigger: content.trigger }
    await t.db.insert(automationRun).values({
      ...{ tenantId, id: newId<AutomationRunId>(), chainId, depth: 0, at: now },
      ...{ ...about, outcome: 'applied', detail: { actions: [], skipped: [] } },
    })
    return ruleId
  })
