import { customerErased } from '#server/customer/events.ts'
import { type DomainEvent, type EventHandler, onEvent } from '#server/platform/event.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deleteDeliveriesAbout } from './queries.ts'
import { recordingHandlers } from './record.ts'
import { listenForDeliveries } from './sender.ts'

/** Every event of the product is told to the webhooks that want it. What is stored of an erased person is deleted, also what waits. */
export const webhookReactions = (platform: Platform, events: readonly DomainEvent[]): EventHandler[] => {
  listenForDeliveries(platform)
  return [
    onEvent(customerErased, (t, { customerIds }) => deleteDeliveriesAbout(t, customerIds)),
    ...recordingHandlers(platform, events),
  ]
}
