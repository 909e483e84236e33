import { describe, expect, it } from 'vitest'
import { fillVariables, unfilledVariables, unknownVariables, variableValues } from './template.ts'

const ticket = { number: 12, subject: 'Parcel', customerName: 'Jo Doe', customerEmail: null }
const values = variableValues({ ticket, agentName: 'Ann Lee', businessName: 'Acme' })

describe('[T9] the variables of a prepared text', () => {
  it('are filled, with spaces inside the braces too', () => {
    const text =
      'Hi {{customer.first_name}}, about #{{ ticket.number }} "{{ticket.subject}}" – {{agent.first_name}}, {{business.name}}'
    expect(fillVariables(text, values)).toBe('Hi Jo, about #12 "Parcel" – Ann, Acme')
  })

  it('give the other text where there is no value, and stay as they are written without one', () => {
    expect(fillVariables('{{customer.email|your address}}', values)).toBe('your address')
    const left = fillVariables('Write to {{customer.email}}', values)
    expect(left).toBe('Write to {{customer.email}}')
    expect(unfilledVariables(left)).toEqual(['{{customer.email}}'])
  })

  it('know no name where the customer gave none', () => {
    const nameless = variableValues({
      ticket: { ...ticket, customerName: 'Anonymous Customer' },
      agentName: null,
      businessName: 'Acme',
    })
    expect(fillVariables('Hi {{customer.name|there}}', nameless)).toBe('Hi there')
  })

  it('stay visible where they are unknown, other text or not', () => {
    expect(fillVariables('{{customer.shoe_size|9}} {{handlebars}}', values)).toBe(
      '{{customer.shoe_size|9}} {{handlebars}}',
    )
    expect(unknownVariables('{{customer.shoe_size|9}} {{handlebars}} {{agent.name}}')).toEqual([
      '{{customer.shoe_size|9}}',
      '{{handlebars}}',
    ])
  })

  it('hold back a message by variables only: a customer may be sent another template language', () => {
    expect(unfilledVariables('Use {{#each items}} {{title}} {{/each}}')).toEqual([])
    expect(unfilledVariables('{{agent.nmae}} {{ ticket.number }}')).toEqual(['{{agent.nmae}}', '{{ ticket.number }}'])
  })

  it('are never read out of a value: a customer’s name is no template', () => {
    const tricky = variableValues({
      ticket: { ...ticket, customerName: '{{agent.name}} $& $1' },
      agentName: 'Ann',
      businessName: 'Acme',
    })
    const filled = fillVariables('Hi {{customer.name}}', tricky)
    expect(filled).toBe('Hi { {agent.name}} $& $1')
    expect(unfilledVariables(filled)).toEqual([])
  })
})
