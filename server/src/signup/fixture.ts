import { randomUUID } from 'node:crypto'
import { completeTestCheckout, startCheckout } from '#contracts/billing/checkout.ts'
import type { InputOf } from '#contracts/endpoint.ts'
import type { SignUpId, signUp } from '#contracts/signup/signup.ts'
import { PASSWORD } from '#server/identity/fixture.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import type { Harness } from '#test/harness.ts'
import { insertDefaultLinks } from './customer-links.ts'
import { insertOnboarding, markChecklistStep } from './queries.ts'

type SignUpBody = InputOf<typeof signUp>['body']

/** The id of a completed stand-in checkout. */
export async function paidCheckout(h: Harness, plan = 'monthly'): Promise<string> {
  const visitor = h.visitor()
  const { checkoutId } = await visitor.call(startCheckout, { body: { plan } })
  await visitor.call(completeTestCheckout, { params: { checkoutId }, body: {} })
  return checkoutId
}

/** What the sign-up after the payment sends, with a paid checkout of its own unless a proof is given. */
export async function signUpBody(h: Harness, given: Partial<SignUpBody> = {}): Promise<SignUpBody> {
  const proof = given.proof ?? { kind: 'checkout', checkoutId: await paidCheckout(h) }
  const unique = randomUUID().slice(0, 8)
  return {
    id: randomUUID() as SignUpId,
    flow: 'payment',
    email: `ada@shop${unique}.example`,
    password: PASSWORD,
    ...given,
    proof,
  }
}

/** Signs up over HTTP with this body: the reply, and a client with the session that came with it. */
export async function sendSignUp(
  url: string,
  body: SignUpBody,
): Promise<{ slug: string; next: string; member: TestClient }> {
  const response = await clientOf(url).raw('/api/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  })
  const reply = (await response.json()) as { slug: string; next: string }
  if (response.status !== 201) throw new Error(JSON.stringify(reply))
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { ...reply, member: clientOf(url, { cookie }) }
}

/** A business that signed up and has not been set up yet, with its links and a step of the checklist. */
export const makeOnboarding = (tenant: Tenant, owner: Pick<Member, 'userId'>): Promise<void> =>
  tenant.tx(async (t) => {
    await insertOnboarding(t, {
      ownerId: owner.userId,
      flow: 'payment',
      language: 'en',
      currentStep: 'customer_links_preview',
      completedSteps: ['business_info', 'tenant_generation'],
      startedAt: t.now,
      completedAt: null,
      updatedAt: t.now,
    })
    await insertDefaultLinks(t, 'en')
    await markChecklistStep(t, 'link')
  })
