import { createTicketField } from '#contracts/ticket/ticket-field.ts'
import { byAdmin, type Creation, type CreationStage, creation, newId } from './creation.ts'

/** A field of tickets; part of creations.ts. */
export const ofTicketField: Creation = creation(createTicketField, 'ticket_field', async (stage) => ({
  ...(await byAdmin(stage)),
  body: {
    key: 'bells',
    name: 'Bells',
    type: 'choice',
    help: 'How many',
    options: ['one', 'two'],
    required: 'resolve',
    isOnForm: true,
  },
  others: {
    key: 'horns',
    name: 'Horns',
    type: 'choices',
    help: 'Which',
    options: ['three'],
    required: 'never',
    isOnForm: false,
  },
}))

/** What a customer's form has in the business's own field, and what another form has. */
export async function formWithField(stage: CreationStage) {
  const { who } = await byAdmin(stage)
  const id = newId()
  await who.call(createTicketField, { body: { id, key: 'bell', name: 'Bell', type: 'text', isOnForm: true } })
  return { body: { customFields: { [id]: 'brass' } }, others: { customFields: { [id]: 'steel' } } }
}
