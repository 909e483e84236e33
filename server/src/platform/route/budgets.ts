import type { RateClass } from '#contracts/endpoint.ts'
import type { FloodKind } from '#contracts/tenant/flood.ts'
import type { Config } from '#server/platform/config.ts'

/** So many units within a period, which may be spent at once and come back evenly. */
export type Budget = { units: number; periodMs: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const perMinute = (units: number): Budget => ({ units, periodMs: MINUTE_MS })
const perHour = (units: number): Budget => ({ units, periodMs: HOUR_MS })

/** Requests of one caller in each class, over all routes of the class. */
export const CALLER_BUDGETS: Record<RateClass, Budget> = {
  read: perMinute(1200),
  write: perMinute(300),
  /** By address or known device, because the caller is not signed in yet. Sign-in itself limits the attempts at one account. */
  signin: perMinute(10),
  guestStart: perMinute(30),
  guestWrite: perMinute(60),
  /** Searches that a guest's typing causes. */
  guestSearch: perMinute(40),
  guestTicket: perHour(20),
  upload: perMinute(30),
  stream: perMinute(60),
}

/** Sign-ins at all known devices of an address, since one person can make as many devices known as they like. */
export const SIGN_INS_AT_KNOWN_DEVICES: Budget = perMinute(60)

/** Budgets that the guests of an address, and those of a business, share. `what` names it to the team when it is spent. */
export type SharedBudget = { what: FloodKind; address: Budget; tenant: Budget }

/**
 * The shared budgets of guests' requests. A guest session costs nothing, so a budget of each guest alone would limit nobody. Tickets
 * are counted by the hour and uploads in megabytes, because they stay.
 */
export const sharedBudgets = (limits: Config['guestLimits']): Partial<Record<RateClass, SharedBudget>> => ({
  guestWrite: {
    what: 'writes',
    address: perMinute(limits.addressWritesPerMinute),
    tenant: perMinute(limits.tenantWritesPerMinute),
  },
  guestTicket: {
    what: 'tickets',
    address: perHour(limits.addressTicketsPerHour),
    tenant: perHour(limits.tenantTicketsPerHour),
  },
  upload: {
    what: 'uploads',
    address: perHour(limits.addressUploadMbPerHour),
    tenant: perHour(limits.tenantUploadMbPerHour),
  },
})
