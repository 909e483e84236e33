export { type OwnerCall, recordActIn, recordedAct } from './act.ts'
export { getTenantDetail } from './tenants.ts'
export { readVersion } from './version.ts'
