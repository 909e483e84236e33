import { createWebhook } from '#contracts/webhook/webhook.ts'
import { byAdmin, type Creation, creation } from './creation.ts'

/** A webhook; part of creations.ts. */
export const ofWebhook: Creation = creation(createWebhook, 'webhook', async (stage) => ({
  ...(await byAdmin(stage)),
  body: { url: 'https://hooks.example.com/bells', events: ['ticket.created'] },
  others: { url: 'https://hooks.example.com/horns', events: ['*'] },
}))
