import type { listReplySources } from '#contracts/assistant/composer-tools.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { TicketId } from '#contracts/ids.ts'
import { relevant } from '#server/assistant/engine/answer-context.ts'
import { loadBriefInput } from '#server/assistant/ticket-brief/write-brief.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasModel } from '#server/provider/service.ts'

/** What the knowledge says to what the customer asked last, best first, without instructions to a model; at most five. */
export async function readReplySources(
  tenant: Tenant,
  actor: Member,
  ticketId: TicketId,
): Promise<ReplyOf<typeof listReplySources>> {
  const [{ input }, isConnected] = await Promise.all([loadBriefInput(tenant, actor, ticketId), hasModel(tenant)])
  const { searched } = input
  return { items: relevant(searched).map(({ source, answer }) => ({ source, answer })), hasModel: isConnected }
}
