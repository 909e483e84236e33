/** How healthy the system is, by how long its figures took to load; `Error` where they could not be loaded. */
export type SystemHealth = 'Excellent' | 'Good' | 'Fair' | 'Poor' | 'Error'

/** `loadMs`: milliseconds; null for a load that failed. */
export function systemHealth(loadMs: number | null): SystemHealth {
  if (loadMs === null) return 'Error'
  if (loadMs > 2000) return 'Poor'
  if (loadMs > 1000) return 'Fair'
  return loadMs > 500 ? 'Good' : 'Excellent'
}
