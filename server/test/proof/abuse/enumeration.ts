import { randomUUID } from 'node:crypto'
import { checkGiftToken } from '#contracts/billing/gift-token.ts'
import { requestCustomerCode } from '#contracts/customer/customer-account.ts'
import { requestPasswordReset } from '#contracts/identity/account.ts'
import { signIn } from '#contracts/identity/session.ts'
import { signUp } from '#contracts/signup/signup.ts'
import { readInvitation } from '#contracts/team/invitation.ts'
import { createGiftToken } from '#server/billing/service.ts'
import { makeAccount } from '#server/identity/fixture.ts'
import { times } from '#test/proof/concurrent-requests.ts'
import { atMost, exactly, type Figure } from './figures.ts'
import { json, type Site } from './site.ts'

type Question = { name: string; path: string; bodyOf: (email: string) => unknown }

const unknownAddress = () => `n${randomUUID().slice(0, 13)}@example.com`

/** What a stranger may ask with an e-mail address, and must not learn from whether it has an account. */
async function questionsOf(site: Site): Promise<Question[]> {
  const { slug } = await site.business()
  const proof = { kind: 'gift', token: 'SG-LIFE-000000-AAAA' }
  return [
    {
      name: 'sign-in with a wrong password',
      path: signIn.path,
      bodyOf: (email) => ({ email, password: 'not the password', portal: 'business' }),
    },
    { name: 'password reset', path: requestPasswordReset.path, bodyOf: (email) => ({ email }) },
    {
      name: 'sign-up with an invented gift token',
      path: signUp.path,
      bodyOf: (email) => ({ id: randomUUID(), flow: 'gift', proof, email, password: 'violet harbour 93' }),
    },
    {
      name: 'sign-in code of a customer',
      path: requestCustomerCode.path.replace(':slug', slug),
      bodyOf: (email) => ({ email }),
    },
  ]
}

type Answer = { status: number; text: string; ms: number }

async function ask(site: Site, { path, bodyOf }: Question, email: string): Promise<Answer> {
  const began = performance.now()
  const response = await site.stranger().raw(path, json('POST', bodyOf(email)))
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, '')
  return { status: response.status, text, ms: performance.now() - began }
}

/** Whether an account exists, by the words of a reply. */
export async function enumeration(site: Site): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const question of await questionsOf(site)) {
    const { email } = await makeAccount(site.platform)
    const [known, unknown] = [await ask(site, question, email), await ask(site, question, unknownAddress())]
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

const ROUNDS = 60

/**
 * The same by time: how many milliseconds the middle reply for an address with an account takes longer or shorter. The two are asked in
 * turn, so that what else the machine does falls on both. Not in `npm test`: no assertion depends on the machine there.
 */
export async function enumerationByTime(site: Site): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const question of await questionsOf(site)) {
    const accounts = await Promise.all(times(ROUNDS).map(() => makeAccount(site.platform)))
    const taken: [known: number[], unknown: number[]] = [[], []]
    for (const { email } of accounts) {
      taken[0].push((await ask(site, question, email)).ms)
      taken[1].push((await ask(site, question, unknownAddress())).ms)
    }
    const [known, unknown] = taken.map(medianOf) as [number, number]
    const difference = Math.round(Math.abs(known - unknown) * 10) / 10
    // Below what varies between two requests over a network.
    figures.push(
      atMost(`ms between ${Math.round(known)} and ${Math.round(unknown)} ms: ${question.name}`, difference, 3),
    )
  }
  return figures
}

const medianOf = (all: number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
