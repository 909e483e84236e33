export { type OwnerCall, recordedAct } from './act.ts'
export { getTenantDetail } from './tenants.ts'
export { readVersion } from './version.ts'
