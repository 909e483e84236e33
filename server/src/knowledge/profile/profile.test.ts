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

async function business(name?: string) {
  const made = await h.tenant(name)
  return { ...made, admin: await h.member(made, 'admin'), agent: await h.member(made, 'agent') }
}

describe('[K1] business profile', () => {
  it('is at first empty but for the business’s name; step 1 requires three fields; five steps with an entry complete the onboarding', async () => {
    const { admin, tenant } = await business('Acme')
    const empty = await admin.call(getProfile)
    expect(empty.profile).toEqual(BusinessProfile.parse({ companyName: 'Acme' }))
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
    const entries = {
      commonIssues: issues,
      businessHours: '9-17',
      refundPolicy: '45 days',
      brandTone: 'friendly',
    } as const
    for (const [index, step] of ([1, 3, 2, 5, 4] as ProfileStep[]).entries()) {
      const body = { version: index, profile: given({ ...entries, commonIssues: issues }), completedStep: step }
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

  it('does not count an empty step as completed, and no longer counts one whose entries were removed', async () => {
    const { admin } = await business()
    const save = (version: number, completedStep: ProfileStep, more: Partial<BusinessProfile> = {}) =>
      admin.call(saveProfile, { body: { version, profile: given(more), completedStep } })
    for (const [index, step] of ([1, 2, 3, 4, 5] as ProfileStep[]).entries()) await save(index, step)
    expect(await admin.call(getProfile)).toMatchObject({ completedSteps: [1], onboardingCompleted: false })
    expect((await save(5, 2, { mainProducts: 'Bikes' })).completedSteps).toEqual([1, 2])
    expect((await save(6, 3, { supportChannels: ['chat'] })).completedSteps).toEqual([1, 3])
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
