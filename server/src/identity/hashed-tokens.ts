import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { hashToken } from '#server/platform/secrets/tokens.ts'

type MakeAdapter = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<MakeAdapter>
type Row = Record<string, unknown>
type Condition = { field: string; value: unknown }
type Call = { model: string; data?: Row; update?: Row; where?: Condition[] }
type Method = (given: Call) => Promise<unknown>

/**
 * The sign-in library's tables, with session tokens stored as hashes: who reads the table gets no token, whatever keys they have. The library
 * itself has no such setting; it goes on to see the tokens it gave.
 */
export const withHashedSessionTokens =
  (makeAdapter: MakeAdapter): MakeAdapter =>
  (options) =>
    hashing(makeAdapter(options))

function hashing(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      if (name === 'transaction') {
        return (work: (inner: Adapter) => unknown) =>
          target.transaction(async (inner) => work(hashing(inner as Adapter)))
      }
      return (given: Call) => (given?.model === 'session' ? callHashed(member as Method, given) : member(given))
    },
  })
}

/** Calls with hashes instead of tokens, and puts the tokens of the call back into the rows of the answer. */
async function callHashed(method: Method, given: Call): Promise<unknown> {
  const tokens = new Map<unknown, string>()
  const hashed = <T>(token: T): T | string => {
    if (typeof token !== 'string') return token
    const hash = hashToken(token)
    tokens.set(hash, token)
    return hash
  }
  const inRow = (row: Row) => ('token' in row ? { ...row, token: hashed(row.token) } : row)
  const inCondition = (one: Condition): Condition => {
    if (one.field !== 'token') return one
    return { ...one, value: Array.isArray(one.value) ? one.value.map(hashed) : hashed(one.value) }
  }
  const answer = await method({
    ...given,
    ...(given.data ? { data: inRow(given.data) } : {}),
    ...(given.update ? { update: inRow(given.update) } : {}),
    ...(given.where ? { where: given.where.map(inCondition) } : {}),
  })
  const restored = (row: unknown) => {
    const token = tokens.get((row as Row | null)?.token)
    return token === undefined ? row : { ...(row as Row), token }
  }
  return Array.isArray(answer) ? answer.map(restored) : restored(answer)
}
