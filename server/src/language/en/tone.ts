import type { ToneWords } from '#server/language/types.ts'

export const tone: ToneWords = {
  urgent: `
  urgent, urgently, asap, as soon as possible, immediately, right now, right away, emergency, critical, down, outage,
  broken`,
  pressing: 'today, tonight, soon, deadline, quickly, waiting',
  complex: `
  integration, integrate, integrating, api, apis, webhook, webhooks, configure, configuration, migrate, migration,
  sso, saml, oauth, architecture, compliance, gdpr, multiple accounts, bulk, error code, stack trace, exception,
  timeout, dns, certificate, technical, complex, complicated, advanced, custom domain, in detail, compare,
  difference between`,
  positive: 'thanks, thank you, great, love, awesome, perfect, excellent, amazing',
  confused:
    "confused, confusing, don't understand, do not understand, not sure, no idea, unclear, what does that mean, lost",
  detailed: 'in detail, detailed, step by step, step-by-step, explain, explanation, walk me through',
  quick: 'briefly, in short, short answer, quick question, tl;dr, just tell me',
}
