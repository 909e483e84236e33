import type { Channel } from './channel.ts'
import { alertChannel } from './channels/alert.ts'
import { emailChannel } from './channels/email.ts'
import { shortMessageChannel } from './channels/short-message.ts'

/** Every channel of the product. A further one is a file in `channels/` and a line here. */
export const notificationChannels: readonly Channel[] = [
  alertChannel,
  emailChannel,
  shortMessageChannel('push'),
  shortMessageChannel('sms'),
]
