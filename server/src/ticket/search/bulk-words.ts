import type { TicketId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** From here on the transaction indexes the words of the tickets it adds by `indexNewTickets`: no trigger does it for each message and ticket. */
export const indexWordsLater = (t: Tx): Promise<unknown> => t.sql("SELECT set_config('app.words_later', 'on', true)")

/** Makes tickets found that this transaction has added with all of their messages. */
export const indexNewTickets = (t: Tx, ids: readonly TicketId[]): Promise<unknown> =>
  t.sql('SELECT index_new_tickets($1, $2::uuid[])', [t.tenantId, ids], 'prepared')
