import * as checklist from '#contracts/signup/checklist.ts'
import { getCustomerLinks } from '#contracts/signup/customer-links.ts'
import * as frontPage from '#contracts/signup/front-page.ts'
import * as onboarding from '#contracts/signup/onboarding.ts'
import * as contract from '#contracts/signup/signup.ts'
import { setCookies } from '#server/identity/service.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { accountRoute, memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { getChecklist, proposeChecklistFaqs, recordChecklistStep } from './checklist.ts'
import * as links from './customer-links.ts'
import { getFrontPage } from './front-page.ts'
import { completeOnboardingStep, getOnboarding, saveOnboardingBusiness } from './onboarding.ts'
import { signUp, signUpBusiness } from './sign-up.ts'

export const signupRoutes: Route[] = [
  publicRoute(frontPage.getFrontPage, (c) => getFrontPage(c.platform)),
  publicRoute(contract.signUp, async (c) => {
    const { view, session } = await signUp(c.platform, c.request, c.body)
    setCookies(c.reply, session.cookies)
    return view
  }),
  accountRoute(contract.signUpBusiness, async (c) => {
    const { view, session } = await signUpBusiness(c.platform, c.request, c.actor, c.body)
    setCookies(c.reply, session.cookies)
    return view
  }),
  memberRoute(onboarding.getOnboarding, (c) => getOnboarding(c.tenant)),
  memberRoute(onboarding.saveOnboardingBusiness, (c) => saveOnboardingBusiness(c.tenant, c.actor, c.body)),
  memberRoute(onboarding.completeOnboardingStep, (c) => completeOnboardingStep(c.tenant, c.actor, c.body.step)),
  memberRoute(getCustomerLinks, (c) => links.getCustomerLinks(c.tenant, languageOf(c.request))),
  memberRoute(checklist.getChecklist, (c) => getChecklist(c.tenant, c.actor, languageOf(c.request))),
  memberRoute(checklist.recordChecklistStep, (c) =>
    recordChecklistStep(c.tenant, c.actor, c.body.step, languageOf(c.request)),
  ),
  memberRoute(checklist.proposeFaqs, async (c) => ({
    items: await proposeChecklistFaqs(c.tenant, c.actor, c.body.source),
  })),
]
