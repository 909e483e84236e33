import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredText } from '#contracts/fields.ts'
import { KnowledgeLanguage } from '#contracts/knowledge/faq.ts'
import { PageAddress } from '#contracts/knowledge/import.ts'
import { CustomerLink } from './onboarding.ts'
import { CHECKLIST_STEPS } from './steps.ts'

const Checklist = { tag: 'signup', access: 'member' } as const

export const ChecklistStep = z.enum(CHECKLIST_STEPS)
export type ChecklistStep = z.output<typeof ChecklistStep>

export const ChecklistView = z.object({
  steps: z.array(z.object({ id: ChecklistStep, isDone: z.boolean() })),
  /** Every step is done, or the business is a demo: the card is not shown. */
  isFinished: z.boolean(),
  canEdit: z.boolean(),
  memberCount: z.number().int(),
  /** Invitations that were sent and can still be accepted. */
  openInvitationCount: z.number().int(),
  /** The business's website, as it was given; empty where it was not. */
  website: z.string(),
  links: z.array(CustomerLink),
})
export type ChecklistView = z.output<typeof ChecklistView>

/** The steps' states are derived from what the business has: published answers, members and open invitations, answered chats. */
export const getChecklist = endpoint({
  ...Checklist,
  method: 'GET',
  path: '/api/checklist',
  summary: 'What is left to set up',
  rate: 'read',
  reply: ChecklistView,
})

/** Records what leaves no other trace: that a test question was asked, that a link was copied. */
export const recordChecklistStep = endpoint({
  ...Checklist,
  method: 'POST',
  path: '/api/checklist',
  summary: 'Record a step of the checklist',
  rate: 'write',
  body: z.strictObject({ step: ChecklistStep.extract(['test_question', 'link']) }),
  reply: ChecklistView,
})

/** Where questions are looked for: a pasted text, or a public page of the business, which is read now. */
export const ProposalSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: requiredText(50_000, 'error_enter_proposal_text') }),
  z.strictObject({ kind: z.literal('page'), url: PageAddress }),
])
export type ProposalSource = z.output<typeof ProposalSource>

/** A question with its answer, in the language of the text they were found in. */
export const ProposedFaq = z.object({ question: z.string(), answer: z.string(), language: KnowledgeLanguage })
export type ProposedFaq = z.output<typeof ProposedFaq>

/** Up to ten questions with their answers found in a text or page. Stores nothing: a person approves them first. */
export const proposeFaqs = endpoint({
  ...Checklist,
  method: 'POST',
  path: '/api/checklist/proposals',
  summary: 'Propose questions and answers from a text or page',
  rate: 'write',
  body: z.strictObject({ source: ProposalSource }),
  reply: z.object({ items: z.array(ProposedFaq) }),
})
