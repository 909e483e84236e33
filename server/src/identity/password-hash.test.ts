import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

const PASSWORD = 'correct horse battery'

/** Of the same password, as earlier versions stored it. */
const EARLIER = {
  'Argon2id of Node.js':
    '$argon2id$v=19$m=7168,t=5,p=1$BQUFBQUFBQUFBQUFBQUFBQ$kKaVrA8IdlxBMjPv_I78-jkgF32mGSIy0yaVKVYNxpk',
  'scrypt of the sign-in library':
    '087cbc61019d2ae64e607d76afc52118:09d3ef8889b97fc955951a0e1d1058cdfd55a714cf769eb6024bf700e1ba29ba11b01a8f40e694761108c35155d193dea88cab063c3997dbe6f7a372adfc266a',
}

describe('the hash of a password', () => {
  it.each(Object.entries(EARLIER))('stored earlier by %s fits its password and no other', async (_, hash) => {
    expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true)
    expect(await verifyPassword({ hash, password: `${PASSWORD}!` })).toBe(false)
  })

  it('has a salt of its own and fits its password however its letters are composed', async () => {
    const hashes = await Promise.all([hashPassword('caf\u00e9 noir'), hashPassword('caf\u00e9 noir')])
    expect(hashes[0]).not.toBe(hashes[1])
    for (const hash of hashes) expect(await verifyPassword({ hash, password: 'cafe\u0301 noir' })).toBe(true)
  })
})
