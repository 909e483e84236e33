import type { PlantedFault } from './fault.ts'

const SIGN_UP = ['server/src/signup/sign-up.test.ts']
const ONBOARDING = ['server/src/signup/onboarding.test.ts']
const CHECKLIST = ['server/src/signup/checklist.test.ts']
const SLUG = ['server/src/tenant/slug.test.ts']
const PROPOSALS = ['server/src/signup/faq-proposals/propose-faqs.test.ts']
const FRONT = ['web/src/front/sign-up/sign-up.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'a repeated sign-up fails instead of giving the same account',
    file: 'server/src/signup/sign-up.ts',
    find: "if (violatedConstraint(error) === 'tenant_pkey') return null\n",
    replace: '',
    tests: SIGN_UP,
  },
  {
    breaks: 'the first address of a portal still leads to it after it was named',
    file: 'server/src/signup/onboarding.ts',
    find: 'for (const slug of [before, view.slug])',
    replace: 'for (const slug of [view.slug])',
    tests: ONBOARDING,
  },
  {
    breaks: 'an invitation that expired counts as a colleague',
    file: 'server/src/signup/queries.ts',
    find: '         AND expires_at > $2) AS',
    replace: '         AND $2::timestamptz IS NOT NULL) AS',
    tests: CHECKLIST,
  },
  {
    breaks: 'a new portal takes an address that looks like the product’s',
    file: 'server/src/tenant/slug.ts',
    find: 'strpos(slug_shape($1), slug_shape($3)) > 0 OR slug_shape($1) IN',
    replace: '$3::text IS NULL OR slug_shape($1) IN',
    tests: SLUG,
  },
  {
    breaks: 'an invitation to the reader becomes a proposed question',
    file: 'server/src/signup/faq-proposals/faq-topics.ts',
    find: 'question.test(text) && !invitation.test(text)',
    replace: 'text !== invitation.source + question.source',
    tests: PROPOSALS,
  },
  {
    breaks: 'a sign-up without a connection is tried only twice',
    file: 'web/src/front/sign-up/retry.ts',
    find: 'const TRIES = 3',
    replace: 'const TRIES = 2',
    tests: FRONT,
  },
]
