import { customerErased } from '#server/customer/events.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { dropUnworkedFiles } from './drop-files.ts'

/** Exports that wait for their import hold people, whom no search in a packed file finds: they go with the erasure of any. */
export const dataImportReactions: EventHandler[] = [onEvent(customerErased, (t) => dropUnworkedFiles(t))]
