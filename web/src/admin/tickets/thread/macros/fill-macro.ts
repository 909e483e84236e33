import type { TeamView } from '#contracts/team/team.ts'
import type { MemberView } from '#contracts/tenant/member.ts'
import type { MacroView } from '#contracts/ticket/macro.ts'
import { fillVariables, variableValues } from '#contracts/ticket/template.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import { actionText } from './action-text.ts'
import type { ChosenMacro } from './picker.tsx'

/** What a macro is filled with for a ticket. */
export type MacroContext = {
  ticket: TicketView
  agentName: string
  businessName: string
  members: readonly MemberView[]
  teams: readonly TeamView[]
}

/** A macro as it is applied to a ticket: its text with the ticket's values, its actions in words. */
export const fillMacro = ({ id, name, body, actions }: MacroView, context: MacroContext): ChosenMacro => ({
  id,
  name,
  body: fillVariables(body, variableValues(context)),
  does: actions.map((action) => actionText(action, context)),
})
