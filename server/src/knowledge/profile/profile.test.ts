import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BusinessProfile, getProfile, type ProfileStep, saveProfile } from '#contracts/knowledge/profile.ts'
import { readBusinessProfile } from '#server/knowledge/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const COMPANY = { companyName: 'Hollowbrook', industry: 'ecommerce', businessType: 'b2c' } as const
const given = (more: Partial<BusinessProfile> = {}) => ({ ...BusinessProfile.parse(COMPANY), ...more })

async function business() {
  const made = await h.tenant()
  return { ...made, admin: await h.member(made, 'admin'), agent: await h.member(made, 'agent') }
}

describe('[K1] business profile', () => {
  it('is empty at first; step 1 requires three fields; completing all five steps completes the onboarding', async () => {
    const { admin, tenant } = await business()
    const empty = await admin.call(getProfile)
    expect(empty).toMatchObject({ version: 0, completedSteps: [], onboardingCompleted: false, updatedAt: null })
    expect(await tenant.read(readBusinessProfile)).toBeNull()
    const words = 'Please complete all required fields marked with *'
    await expect(
      admin.call(saveProfile, { body: { version: 0, profile: { companyName: ' ' }, completedStep: 1 } }),
    ).rejects.toMatchObject({
      error: {
        fields: {
          'body.profile.companyName': words,
          'body.profile.industry': words,
          'body.profile.businessType': words,
        },
      },
    })
    const issues = ['Late parcels', '  ', '']
    for (const [index, step] of ([1, 3, 2, 5, 4] as ProfileStep[]).entries()) {
      const body = { version: index, profile: given({ commonIssues: issues }), completedStep: step }
      const saved = await admin.call(saveProfile, { body })
      expect(saved.onboardingCompleted).toBe(index === 4)
      expect(saved.profile.commonIssues).toEqual(['Late parcels'])
    }
    expect(await admin.call(getProfile)).toMatchObject({
      completedSteps: [1, 2, 3, 4, 5],
      onboardingCompleted: true,
      updatedBy: expect.any(String),
    })
    expect(await tenant.read(readBusinessProfile)).toMatchObject({ companyName: 'Hollowbrook', industry: 'ecommerce' })
  })

  it('stores every field, and refuses an unknown option', async () => {
    const { admin } = await business()
    const full = given({
      targetAudience: 'Riders',
      mainProducts: 'Bikes',
      primaryServices: 'Repairs',
      commonIssues: ['Flats'],
      supportChannels: ['chat', 'phone'],
      businessHours: 'Mon-Fri 9-17',
      responseTimeGoals: '2 hours',
      escalationProcess: 'Workshop lead',
      productCategories: ['Road'],
      pricingModel: 'one-time',
      billingCycle: 'monthly',
      refundPolicy: '44 days',
      technicalRequirements: 'None',
      integrationApis: ['Shop'],
      brandTone: 'friendly',
      formalityLevel: 'balanced',
      industryJargon: 'Crank',
      avoidTopics: ['Politics'],
      priorityTopics: ['Safety'],
      automationLevel: 'high',
      humanEscalationRules: ['Accidents'],
    })
    const saved = await admin.call(saveProfile, { body: { version: 0, profile: full, completedStep: null } })
    expect(saved).toMatchObject({ profile: full, completedSteps: [], onboardingCompleted: false })
    const wrong = { ...full, industry: 'mining' as never }
    await expect(admin.call(saveProfile, { body: { version: 1, profile: wrong } })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('of two concurrent saves one gets a conflict with the current profile; agents cannot save', async () => {
    const { admin, agent } = await business()
    const body = { version: 0, profile: given(), completedStep: null }
    const racing = await Promise.allSettled([admin.call(saveProfile, { body }), admin.call(saveProfile, { body })])
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const lost = racing.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(lost.reason).toMatchObject({ status: 409, error: { current: { version: 1 } } })
    expect((await agent.call(getProfile)).can.edit).toBe(false)
    await expect(agent.call(saveProfile, { body: { ...body, version: 1 } })).rejects.toMatchObject({ status: 403 })
  })
})
