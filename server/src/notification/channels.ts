import type { Channel } from './channel.ts'
import { emailChannel } from './channels/email.ts'

/** Every channel of the product. A further one is a file in `channels/` and a line here. */
export const notificationChannels: readonly Channel[] = [emailChannel]
