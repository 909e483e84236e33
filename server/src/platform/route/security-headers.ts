import type { Platform } from '#server/platform/platform.ts'

/** Headers of every reply, refusals by the HTTP parser included. Pages replace the policy by one that admits their own scripts. */
export const securityHeaders = (platform: Platform): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(platform.baseUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
})
