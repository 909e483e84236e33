import { randomUUID } from 'node:crypto'
import { checkGiftToken } from '#contracts/billing/gift-token.ts'
import { requestCustomerCode } from '#contracts/customer/customer-account.ts'
import { requestPasswordReset } from '#contracts/identity/account.ts'
import { signIn } from '#contracts/identity/session.ts'
import { signUp } from '#contracts/signup/signup.ts'
import { readInvitation } from '#contracts/team/invitation.ts'
import { createGiftToken } from '#server/billing/service.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { makeAccount } from '#server/identity/fixture.ts'
import { times } from '#test/proof/concurrent-requests.ts'
import { exactly, type Figure } from './figures.ts'
import { json, type Site } from './site.ts'

type Question = {
  name: string
  path: string
  bodyOf: (email: string) => unknown
  /** The status of a reply that was not refused before the account matters. */
  status: number
  headers?: Record<string, string>
}

const unknownAddress = () => `n${randomUUID().slice(0, 13)}@example.com`

/** What a stranger may ask with an e-mail address, and must not learn from whether it has an account. */
async function questionsOf(site: Site): Promise<Question[]> {
  const { slug, tenant } = await site.business()
  const { token } = await makeGuest(tenant)
  const proof = { kind: 'gift', token: 'SG-LIFE-000000-AAAA' }
  return [
    {
      name: 'sign-in with a wrong password',
      path: signIn.path,
      bodyOf: (email) => ({ email, password: 'not the password', portal: 'business' }),
      status: 401,
    },
    { name: 'password reset', path: requestPasswordReset.path, bodyOf: (email) => ({ email }), status: 200 },
    {
      name: 'sign-up with an invented gift token',
      path: signUp.path,
      bodyOf: (email) => ({ id: randomUUID(), flow: 'gift', proof, email, password: 'violet harbour 93' }),
      status: 404,
    },
    {
      name: 'sign-in code of a customer',
      path: requestCustomerCode.path.replace(':slug', slug),
      bodyOf: (email) => ({ email }),
      status: 200,
      headers: { authorization: `Bearer ${token}` },
    },
  ]
}

type Answer = { status: number; text: string; ms: number }

async function ask(site: Site, { path, bodyOf, headers = {} }: Question, email: string): Promise<Answer> {
  const began = performance.now()
  const response = await site.stranger().raw(path, json('POST', bodyOf(email), headers))
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, '')
  return { status: response.status, text, ms: performance.now() - began }
}

/** Whether an account exists, by the words of a reply. */
export async function enumeration(site: Site): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const question of await questionsOf(site)) {
    const { email } = await makeAccount(site.platform)
    const [known, unknown] = [await ask(site, question, email), await ask(site, question, unknownAddress())]
    if (known.status !== question.status) throw new Error(`${question.name}: ${known.status} ${known.text}`)
    const differs = known.status !== unknown.status || known.text !== unknown.text
    figures.push(exactly(`replies that differ by the account: ${question.name}`, Number(differs), 0))
  }
  figures.push(exactly('replies that tell a used gift token from an invented one', await usedToken(site), 0))
  figures.push(exactly('of 500 guessed invitations found', await guessedInvitations(site), 0))
  return figures
}

async function usedToken(site: Site): Promise<number> {
  const { id, code } = await createGiftToken(site.platform, { kind: 'single', description: 'used' })
  await site.platform.db.query(`UPDATE auth.gift_token SET status = 'redeemed', current_uses = 1 WHERE id = $1`, [id])
  const check = async (typed: string) => {
    const response = await site.stranger().raw(checkGiftToken.path, json('POST', { code: typed }))
    return (await response.text()).replace(/"requestId":"[^"]*"/, '') + response.status
  }
  return Number((await check(code)) !== (await check('SG-LIFE-123456-ABCD')))
}

async function guessedInvitations(site: Site): Promise<number> {
  const guess = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  let found = 0
  for (let n = 0; n < 500; n += 1) {
    const response = await site.stranger().raw(readInvitation.path, json('POST', { token: guess() }))
    await response.arrayBuffer()
    if (response.ok) found += 1
  }
  return found
}

const ROUNDS = 100

/**
 * The same by time: of 100 pairs of an address with and one without an account, asked in turn, how often the first took longer. Without a
 * difference it is about 50, on a slow machine too; 30 to 70 is four standard deviations.
 */
export async function enumerationByTime(site: Site): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const question of await questionsOf(site)) {
    const accounts = await Promise.all(times(ROUNDS).map(() => makeAccount(site.platform)))
    let longer = 0
    for (const [n, { email }] of accounts.entries()) {
      const inOrder = n % 2 === 0 ? [email, unknownAddress()] : [unknownAddress(), email]
      const taken: number[] = []
      for (const one of inOrder) taken.push((await ask(site, question, one)).ms)
      const [first = 0, second = 0] = taken
      if (n % 2 === 0 ? first > second : second > first) longer += 1
    }
    figures.push({
      name: `of 100 replies longer with an account: ${question.name}`,
      value: longer,
      least: 30,
      most: 70,
    })
  }
  return figures
}
