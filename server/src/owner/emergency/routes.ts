import { getDataRun } from '#contracts/owner/data-run.ts'
import * as contract from '#contracts/owner/emergency.ts'
import { resetOnboarding } from '#server/owner/onboarding-reset.ts'
import { ownerRoute, type Route } from '#server/platform/route/route.ts'
import { getRun, readEmergencyPage, startAction } from './actions.ts'
import { readEarlierExport } from './earlier-export.ts'

/** The emergency data page and the reset tool. */
export const emergencyRoutes: Route[] = [
  ownerRoute(contract.getEmergencyPage, (c) => readEmergencyPage(c)),
  ownerRoute(contract.uploadEarlierExport, (c) => readEarlierExport(c)),
  ownerRoute(contract.startEmergencyAction, (c) => startAction(c, c.body)),
  ownerRoute(contract.clearOnboardingFlag, (c) => resetOnboarding(c, c.body.email)),
  ownerRoute(getDataRun, (c) => getRun(c, c.params.dataRunId)),
]
