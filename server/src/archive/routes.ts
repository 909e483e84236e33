import * as ownerContract from '#contracts/owner/tenant-data.ts'
import * as retentionContract from '#contracts/tenant/retention.ts'
import * as contract from '#contracts/tenant/take-out.ts'
import { memberRoute, ownerRoute, type Route } from '#server/platform/route/route.ts'
import * as retention from './retention/commands.ts'
import * as runs from './runs.ts'

/** Take-out, move-in and deletion of whole businesses. */
export const archiveRoutes: Route[] = [
  memberRoute(contract.listTakeOuts, (c) => runs.listOwnTakeOuts(c)),
  memberRoute(contract.startTakeOut, (c) => runs.startOwnTakeOut(c, c.body.id)),
  memberRoute(contract.downloadTakeOut, (c) => runs.sendOwnTakeOut(c, c.params.dataRunId, c.reply)),
  memberRoute(retentionContract.getRetention, (c) => retention.getPolicy(c.tenant, c.actor)),
  memberRoute(retentionContract.tryRetention, (c) => retention.tryPolicy(c.tenant, c.actor, c.body)),
  memberRoute(retentionContract.saveRetention, (c) => retention.savePolicy(c.tenant, c.actor, c.request, c.body)),
  ownerRoute(ownerContract.listDataRuns, (c) => runs.listAllRuns(c)),
  ownerRoute(ownerContract.takeTenantOut, (c) => runs.takeTenantOut(c, c.params.tenantId, c.body.id)),
  ownerRoute(ownerContract.downloadTenantTakeOut, (c) => runs.sendTakeOut(c, c.params.dataRunId, c.reply)),
  ownerRoute(ownerContract.moveTenantIn, (c) => runs.startMoveIn(c)),
  ownerRoute(ownerContract.deleteTenant, (c) => runs.planDeletion(c, c.params.tenantId, c.body)),
  ownerRoute(ownerContract.cancelDeletion, (c) => runs.cancelDeletion(c, c.params.dataRunId)),
]
