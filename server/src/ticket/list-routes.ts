import { cancelBulkChange, getBulkChange, startBulkChange, undoBulkChange } from '#contracts/ticket/bulk-change.ts'
import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from '#contracts/ticket/saved-view.ts'
import { colourTag, deleteTag, listTagColours, listTags, renameTag } from '#contracts/ticket/tag.ts'
import { exportTickets } from '#contracts/ticket/ticket-export.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import * as bulk from './bulk/changes.ts'
import * as files from './export.ts'
import * as colours from './tags/colours.ts'
import * as tags from './tags/tags.ts'
import * as views from './views/views.ts'

/** What the ticket list offers beside its rows: saved views, changes of many tickets, tags, export. */
export const ticketListRoutes: Route[] = [
  memberRoute(listSavedViews, (c) => views.listViews(c.tenant, c.actor)),
  memberRoute(createSavedView, (c) => views.createView(c.tenant, c.actor, c.body)),
  memberRoute(changeSavedView, (c) => views.changeView(c.tenant, c.actor, c.params.savedViewId, c.body)),
  memberRoute(deleteSavedView, async (c) => {
    await views.deleteView(c.tenant, c.actor, c.params.savedViewId)
    return { deleted: true } as const
  }),
  memberRoute(startBulkChange, (c) =>
    bulk.changeIn(languageOf(c.request), bulk.startChange(c.tenant, c.actor, c.body)),
  ),
  memberRoute(getBulkChange, (c) =>
    bulk.changeIn(languageOf(c.request), bulk.readChange(c.tenant, c.params.bulkChangeId)),
  ),
  memberRoute(cancelBulkChange, (c) =>
    bulk.changeIn(languageOf(c.request), bulk.cancelChange(c.tenant, c.params.bulkChangeId)),
  ),
  memberRoute(undoBulkChange, (c) =>
    bulk.changeIn(languageOf(c.request), bulk.undoChange(c.tenant, c.actor, c.params.bulkChangeId)),
  ),
  memberRoute(listTags, (c) => tags.listTags(c.tenant, c.actor)),
  memberRoute(renameTag, (c) => tags.renameTag(c.tenant, c.actor, c.body)),
  memberRoute(deleteTag, (c) => tags.deleteTag(c.tenant, c.actor, c.body)),
  memberRoute(listTagColours, (c) => colours.readColours(c.tenant)),
  memberRoute(colourTag, (c) => colours.colour(c.tenant, c.actor, c.body)),
  memberRoute(exportTickets, async (c) => {
    const origin = { address: c.request.ip, requestId: c.request.id }
    const file = await files.exportTickets(c.tenant, c.actor, c.query, origin)
    c.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="tickets.csv"')
      .header('cache-control', 'private, no-store')
      .send(file)
    return undefined
  }),
]
