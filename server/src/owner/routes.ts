import { PLANS } from '#contracts/billing/plan.ts'
import * as announcementContract from '#contracts/owner/announcement.ts'
import * as contract from '#contracts/owner/gift-token.ts'
import { getLoad } from '#contracts/owner/load.ts'
import * as operationsContract from '#contracts/owner/operations.ts'
import { getPlatformStats } from '#contracts/owner/overview.ts'
import * as supportContract from '#contracts/owner/support-access.ts'
import * as tenantContract from '#contracts/owner/tenant.ts'
import { countGiftTokens, listGiftTokens, presentGiftToken } from '#server/billing/service.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, ownerRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import * as announcements from './announcements.ts'
import { exportAudit, listAuditEntries } from './audit.ts'
import { emergencyRoutes } from './emergency/routes.ts'
import * as giftTokens from './gift-tokens.ts'
import { readLoad } from './load.ts'
import * as operations from './operations.ts'
import { readPlatformStats } from './stats.ts'
import * as support from './support-access.ts'
import * as tenants from './tenants.ts'
import { readVersion } from './version.ts'

/** Mails, errors, the audit log, jobs, and the version. */
const operationsRoutes: Route[] = [
  ownerRoute(operationsContract.listPlatformMails, (c) =>
    operations.listPlatformMails(c.platform, c.query, languageOf(c.request)),
  ),
  ownerRoute(operationsContract.retryPlatformMail, async (c) => {
    await operations.retryPlatformMail(c, c.body.mailId)
    return { queued: true as const }
  }),
  ownerRoute(operationsContract.listFailedTenantMails, async (c) => ({
    items: await operations.listFailedTenantMails(c.platform, languageOf(c.request)),
  })),
  ownerRoute(operationsContract.retryTenantMail, async (c) => {
    await operations.retryTenantMail(c, c.params.tenantId, c.params.mailId)
    return { queued: true as const }
  }),
  ownerRoute(operationsContract.listSystemErrors, async (c) => ({
    items: await operations.listSystemErrors(c.platform, c.query.status),
  })),
  ownerRoute(operationsContract.resolveSystemError, async (c) => {
    await operations.resolveSystemError(c, c.body.fingerprint)
    return { resolved: true as const }
  }),
  ownerRoute(operationsContract.listAuditEntries, (c) => listAuditEntries(c.platform, c.query)),
  ownerRoute(operationsContract.exportAuditEntries, async (c) => {
    const { name, text } = await exportAudit(c, c.query)
    c.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(text)
    return undefined
  }),
  ownerRoute(getLoad, (c) => readLoad(c.platform, c.query.by)),
  ownerRoute(operationsContract.listJobs, (c) => operations.listJobs(c.platform)),
  ownerRoute(operationsContract.retryFailedJob, async (c) => {
    await operations.retryFailedJob(c, c.body.jobId)
    return { queued: true as const }
  }),
  publicRoute(operationsContract.getVersion, readVersion),
]

export const ownerRoutes: Route[] = [
  ownerRoute(getPlatformStats, (c) => readPlatformStats(c.platform)),
  ownerRoute(tenantContract.listTenants, (c) => tenants.listTenants(c.platform, c.query)),
  ownerRoute(tenantContract.listAllPlans, async () => ({ items: Object.values(PLANS) })),
  ownerRoute(tenantContract.getTenantDetail, (c) => tenants.getTenantDetail(c.platform, c.params.tenantId)),
  ownerRoute(tenantContract.setTenantStatus, (c) => tenants.changeTenantStatus(c, c.params.tenantId, c.body)),
  ownerRoute(tenantContract.grantTenantPlan, (c) => tenants.giveTenantPlan(c, c.params.tenantId, c.body)),
  ownerRoute(contract.listGiftTokens, async (c) => {
    const [{ items, nextCursor }, counts] = await Promise.all([
      listGiftTokens(c.platform, c.query),
      countGiftTokens(c.platform),
    ])
    return { items: items.map((row) => presentGiftToken(c.platform, row)), nextCursor, counts }
  }),
  ownerRoute(contract.createGiftToken, async (c) =>
    presentGiftToken(c.platform, await giftTokens.createGiftToken(c, c.body)),
  ),
  ownerRoute(contract.createGiftTokenBatch, async (c) => ({ created: await giftTokens.createGiftTokenBatch(c) })),
  ownerRoute(contract.createFamilyGiftTokens, async (c) => ({ created: await giftTokens.createFamilyGiftTokens(c) })),
  ownerRoute(contract.deleteGiftToken, async (c) => {
    await giftTokens.deleteGiftToken(c, c.params.giftTokenId)
    return { deleted: 1 as const }
  }),
  ownerRoute(contract.deleteAllGiftTokens, async (c) => ({ deleted: await giftTokens.deleteAllGiftTokens(c) })),
  ownerRoute(supportContract.startSupportAccess, (c) =>
    support.startSupportAccess(c, c.params.tenantId, c.body.reason),
  ),
  memberRoute(supportContract.listSupportAccess, (c) => support.listSupportAccess(c.tenant, c.actor)),
  memberRoute(supportContract.endSupportAccess, async (c) => {
    await support.endSupportAccess(c.tenant, c.actor, c.params.supportAccessId)
    return { ended: true as const }
  }),
  ownerRoute(announcementContract.listAnnouncements, async (c) => ({
    items: await announcements.listAnnouncements(c.platform),
  })),
  ownerRoute(announcementContract.createAnnouncement, (c) => announcements.createAnnouncement(c, c.body)),
  ownerRoute(announcementContract.deleteAnnouncement, async (c) => {
    await announcements.deleteAnnouncement(c, c.params.announcementId)
    return { deleted: true as const }
  }),
  memberRoute(announcementContract.listCurrentAnnouncements, async (c) => ({
    items: await announcements.listCurrentAnnouncements(c.tenant, c.actor),
  })),
  ...operationsRoutes,
  ...emergencyRoutes,
]
