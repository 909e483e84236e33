import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCheckout } from '#contracts/billing/checkout.ts'
import { signIn } from '#contracts/identity/session.ts'
import { getChecklist, recordChecklistStep } from '#contracts/signup/checklist.ts'
import { completeOnboardingStep, getOnboarding, saveOnboardingBusiness } from '#contracts/signup/onboarding.ts'
import { paidCheckout, sendSignUp, signUpBody } from '#server/signup/fixture.ts'
import { clientOf } from './client.ts'
import { type Harness, startHarness } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { startKilledAt } from './proof/killed-server.ts'
import type { ServerProcess } from './proof/server-process.ts'

let h: Harness
let running: ServerProcess | undefined
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(async () => {
  running?.child.kill('SIGKILL')
  await h.stop()
})

/** Ends the server before it and starts the next one. */
async function startNext(statement: string | null): Promise<ServerProcess> {
  running?.child.kill('SIGKILL')
  await running?.exited
  running = await startKilledAt(h, statement, { ROLE: 'web' })
  return running
}

/** Sends a request to a server that is killed while it handles it. */
async function expectKilled(statement: string, send: (url: string) => Promise<unknown>): Promise<void> {
  const server = await startNext(statement)
  await expect(send(server.url), `killed at ${statement}`).rejects.toThrow()
  await server.exited
  expect(server.child.signalCode, `killed at ${statement}`).toBe('SIGKILL')
}

const countOf = async (sql: string, values: unknown[]): Promise<number> =>
  (await queryAsOwner<{ n: number }>(h.database.ownerUrl, `SELECT count(*)::int AS n FROM ${sql}`, values))[0]?.n ?? -1

const madeBy = async (email: string) => ({
  users: await countOf('auth."user" WHERE email = $1', [email]),
  portals: await countOf(`tenant WHERE business_info->>'supportEmail' = $1`, [email]),
})

describe('a sign-up whose server is killed', () => {
  it('[N6] between its statements leaves nothing, and the same sign-up then makes one account of its checkout', async () => {
    const checkoutId = await paidCheckout(h)
    const body = await signUpBody(h, { proof: { kind: 'checkout', checkoutId } })
    const { email, password } = body
    for (const statement of [
      'insert into "tenant"',
      'insert into "member"',
      'insert into "agent"',
      'insert into "onboarding"',
      'COMMIT of insert into "onboarding"',
    ]) {
      await expectKilled(statement, (url) => sendSignUp(url, body))
      expect(await madeBy(email), `killed at ${statement}`).toEqual({ users: 0, portals: 0 })
      expect(await h.visitor().call(getCheckout, { params: { checkoutId } })).toMatchObject({ status: 'paid' })
    }
    // After the commit: the account is there, and the page, which got no reply, sends the same sign-up again.
    await expectKilled('insert into "auth"."session"', (url) => sendSignUp(url, body))
    expect(await madeBy(email)).toEqual({ users: 1, portals: 1 })

    const server = await startNext(null)
    const { member } = await sendSignUp(server.url, body)
    expect(await madeBy(email)).toEqual({ users: 1, portals: 1 })
    expect(await member.call(getOnboarding)).toMatchObject({ currentStep: 'business_info', isComplete: false })
    const other = await signUpBody(h, { proof: { kind: 'checkout', checkoutId } })
    await expect(sendSignUp(server.url, other)).rejects.toThrow(/used/)
    const visitor = clientOf(server.url, { origin: server.url })
    expect(await visitor.call(signIn, { body: { email, password, portal: 'business' } })).toMatchObject({
      user: { email },
    })
  }, 300_000)

  it('[N5] between the steps of the setting up resumes at the step that was not recorded', async () => {
    const body = await signUpBody(h)
    const { headers } = (await sendSignUp(h.url, body)).member
    const at = (url: string) => clientOf(url, { ...headers, origin: url })
    const save = { body: { companyName: 'Lantern Cinema', industry: 'Services' } } as const
    const view = async (url: string) => at(url).call(getOnboarding)

    // The name and the address are written, the step is not.
    await expectKilled('update "onboarding"', (url) => at(url).call(saveOnboardingBusiness, save))
    expect(await view(h.url)).toMatchObject({
      currentStep: 'business_info',
      slug: expect.not.stringMatching('lantern'),
    })
    const server = await startNext('COMMIT of update "onboarding"')
    await expect(at(server.url).call(saveOnboardingBusiness, save)).rejects.toThrow()
    expect(await view(h.url)).toMatchObject({ currentStep: 'business_info' })
    await at(h.url).call(saveOnboardingBusiness, save)
    await at(h.url).call(completeOnboardingStep, { body: { step: 'customer_links_preview' } })

    await expectKilled('update "onboarding"', (url) =>
      at(url).call(completeOnboardingStep, { body: { step: 'dashboard_tour' } }),
    )
    expect(await view(h.url)).toMatchObject({ currentStep: 'dashboard_tour' })
    await expectKilled('INSERT INTO checklist', (url) => at(url).call(recordChecklistStep, { body: { step: 'link' } }))
    const { steps } = await at(h.url).call(getChecklist)
    expect(steps.find(({ id }) => id === 'link')).toMatchObject({ isDone: false })
    const again = await at(h.url).call(recordChecklistStep, { body: { step: 'link' } })
    expect(again.steps.find(({ id }) => id === 'link')).toMatchObject({ isDone: true })
  }, 300_000)
})
