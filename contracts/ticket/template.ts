/** The variables of a prepared text: `{{customer.name}}`, with other text where there is no value: `{{customer.first_name|there}}`. */
export const VARIABLES = [
  'customer.name',
  'customer.first_name',
  'customer.email',
  'ticket.number',
  'ticket.subject',
  'agent.name',
  'agent.first_name',
  'business.name',
] as const
export type Variable = (typeof VARIABLES)[number]
/** Null where there is no value: a customer who gave no name. */
export type VariableValues = Record<Variable, string | null>

const PLACEHOLDER = /\{\{\s*([^{}|]*?)\s*(?:\|([^{}]*))?\}\}/g
/** What a message must not be sent with. Other text in double braces (a customer's own template language) is no variable. */
const OF_A_VARIABLE = /\{\{\s*(?:customer|ticket|agent|business)\.[^{}]*\}\}/g
/** The name that a ticket gets whose customer gave none. */
const NO_NAME = 'Anonymous Customer'

const isVariable = (name: string): name is Variable => (VARIABLES as readonly string[]).includes(name)
const first = (name: string | null): string | null => name?.trim().split(/\s+/)[0] || null

type About = {
  ticket: { number: number; subject: string; customerName: string; customerEmail: string | null }
  /** Null where a rule acts. */
  agentName: string | null
  businessName: string
}

/** The values of all variables for a ticket, for who applies the text. */
export function variableValues({ ticket, agentName, businessName }: About): VariableValues {
  const customerName = ticket.customerName === NO_NAME ? null : ticket.customerName
  return {
    'customer.name': customerName,
    'customer.first_name': first(customerName),
    'customer.email': ticket.customerEmail,
    'ticket.number': String(ticket.number),
    'ticket.subject': ticket.subject,
    'agent.name': agentName,
    'agent.first_name': first(agentName),
    'business.name': businessName,
  }
}

/**
 * Fills the variables of a text. An unknown variable, and one without value and other text, stays as it is written, so that it is seen:
 * `unfilledVariables` finds it. A value is never read as a template.
 */
export const fillVariables = (text: string, values: VariableValues): string =>
  text.replace(PLACEHOLDER, (written, name: string, otherwise: string | undefined) => {
    const value = isVariable(name) ? values[name]?.replaceAll('{{', '{ {') : undefined
    return value || (isVariable(name) ? otherwise?.trim() : undefined) || written
  })

/** The variables in a text that no value has replaced, as they are written: a message with one is not sent. */
export const unfilledVariables = (text: string): string[] => [...new Set(text.match(OF_A_VARIABLE) ?? [])]

/** What stands in double braces in a prepared text without being a variable, as it is written. */
export const unknownVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].filter(([, name]) => !isVariable(name ?? '')).map(([written]) => written)),
]
