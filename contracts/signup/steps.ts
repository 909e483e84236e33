/** The steps of setting up, in this order; a finished one is recorded, and the wizard resumes at the next. */
export const ONBOARDING_STEPS = [
  'business_info',
  'tenant_generation',
  'customer_links_preview',
  'dashboard_tour',
  'completion',
] as const

export const ONBOARDING_INDUSTRIES = [
  'Technology',
  'Healthcare',
  'Finance',
  'Retail',
  'Education',
  'Manufacturing',
  'Services',
  'Other',
] as const

export const LINK_KINDS = ['basic', 'website', 'email', 'social'] as const

/** The steps of the checklist, in the order in which they are shown. */
export const CHECKLIST_STEPS = ['knowledge', 'test_question', 'link', 'colleague', 'first_chat'] as const
