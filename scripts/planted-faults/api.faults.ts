import type { PlantedFault } from './fault.ts'

const KEYS = ['server/src/api-key/api-key.test.ts']
const WEBHOOKS = ['server/src/webhook/webhook.test.ts']
const FAILURES = ['server/src/webhook/failures.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'a revoked API key goes on working',
    file: 'server/src/api-key/authenticator.ts',
    find: 'if (found.revoked_at)',
    replace: 'if (false)',
    tests: KEYS,
  },
  {
    breaks: 'an expired API key goes on working',
    file: 'server/src/api-key/authenticator.ts',
    find: 'found.expires_at <= now',
    replace: 'found.expires_at === now',
    tests: KEYS,
  },
  {
    breaks: 'an API key needs no scope',
    file: 'server/src/platform/route/api-keys.ts',
    find: "if (scope === 'any' || ",
    replace: 'if (scope !== null || ',
    tests: KEYS,
  },
  {
    breaks: 'an API key reaches endpoints that declare no scope',
    file: 'server/src/platform/route/api-keys.ts',
    find: 'if (scope === null) throw',
    replace: 'if (scope === undefined) throw',
    tests: KEYS,
  },
  {
    breaks: 'an API key outlives the right of who made it',
    file: 'server/src/api-key/authenticator.ts',
    find: '!role || !mayPassOn(role, scopes)',
    replace: '!role',
    tests: KEYS,
  },
  {
    breaks: 'an API key sends replies without the scope for it',
    file: 'server/src/ticket/policy.ts',
    find: "actor.key?.scopes.includes('tickets:send') ?? true",
    replace: 'true',
    tests: KEYS,
  },
  {
    breaks: 'a plan without access to the API has API keys',
    file: 'server/src/api-key/authenticator.ts',
    find: 'if (!isIncluded)',
    replace: 'if (false)',
    tests: KEYS,
  },
  {
    breaks: 'the time is not signed, so that a recorded webhook can be sent again',
    file: 'server/src/webhook/secret.ts',
    find: 'update(`${time}.${body}`)',
    replace: 'update(body)',
    tests: WEBHOOKS,
  },
  {
    breaks: 'the secret before a new one signs no more at once',
    file: 'server/src/webhook/secret.ts',
    find: 'secretGeneration > 1 && until > now ? until : null',
    replace: 'null',
    tests: WEBHOOKS,
  },
  {
    breaks: 'every business is told of the events of none',
    file: 'server/src/webhook/record.ts',
    find: 'orderKeyOf(payload), payload })',
    replace: 'null, payload: {} })',
    tests: WEBHOOKS,
  },
  {
    breaks: 'events of one ticket overtake each other',
    file: 'server/src/webhook/record.ts',
    find: 'return ticket?.id ?? ticketId ??',
    replace: 'return null ?? customer?.id ??',
    tests: FAILURES,
  },
  {
    breaks: 'an address that fails for a day is not switched off',
    file: 'server/src/webhook/deliver.ts',
    find: 'failingSince.getTime() >= DAY_MS',
    replace: 'failingSince.getTime() >= 10 * DAY_MS',
    tests: FAILURES,
  },
  {
    breaks: 'any answer counts as delivered',
    file: 'server/src/webhook/deliver.ts',
    find: 'status >= 200 && status < 300',
    replace: 'status >= 200',
    tests: FAILURES,
  },
  {
    breaks: 'a model uses tools whose scope its key lacks',
    file: 'server/src/mcp/server.ts',
    find: 'actor.key?.scopes.includes(scope) ?? true',
    replace: 'actor.kind === "member" || scope === "tickets:read"',
    tests: ['server/src/mcp/mcp.test.ts'],
  },
  {
    breaks: 'calls of models are in no audit log',
    file: 'server/src/mcp/server.ts',
    find: 'await recordCall(caller,',
    replace: 'void (() => recordCall)(),\n    void (caller,',
    tests: ['server/src/mcp/mcp.test.ts'],
  },
]
