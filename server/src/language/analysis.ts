import { plainText, soundsFrustrated, soundsUrgent } from './escalation-phrases.ts'
import { listed } from './listed.ts'

export type Urgency = 'low' | 'medium' | 'high'
export type Complexity = 'low' | 'medium' | 'high'
export type Tone = 'neutral' | 'positive' | 'frustrated' | 'confused'

/** What a message is like (H4): it sets who is asked, how long the answer may be and how freely it is worded. */
export type Analysis = { urgency: Urgency; complexity: Complexity; tone: Tone }

const URGENT =
  listed(`urgent, urgently, asap, as soon as possible, immediately, right now, right away, emergency, critical, down, outage, broken,
  urgente, urgentemente, inmediatamente, ahora mismo, cuanto antes, emergencia, caído, caída, roto, rota,
  urgence, immédiatement, tout de suite, au plus vite, dès que possible, en panne, cassé, cassée,
  dringend, sofort, eilig, notfall, so schnell wie möglich, ausgefallen, kaputt`)
const PRESSING =
  listed(`today, tonight, soon, deadline, quickly, waiting, hoy, pronto, plazo, esperando, aujourd'hui, vite, bientôt, délai, j'attends,
  heute, bald, frist, schnell, ich warte`)
const COMPLEX =
  listed(`integration, integrate, integrating, api, apis, webhook, webhooks, configure, configuration, migrate, migration, sso, saml, oauth,
  architecture, compliance, gdpr, multiple accounts, bulk, error code, stack trace, exception, timeout, dns, certificate, technical, complex, complicated, advanced, custom domain, in detail, compare, difference between,
  integración, integrar, configurar, configuración, migración, migrar, código de error, complejo, complicado, avanzado, comparar, diferencia entre,
  intégration, intégrer, configurer, configuration, migrer, code d'erreur, complexe, compliqué, avancé, comparer, différence entre,
  integrieren, einbinden, konfigurieren, konfiguration, umziehen, migrieren, fehlercode, zertifikat, komplex, kompliziert, vergleichen, unterschied zwischen`)
const POSITIVE =
  listed(`thanks, thank you, great, love, awesome, perfect, excellent, amazing, gracias, genial, perfecto, estupendo, excelente, merci, super, parfait, génial,
  danke, toll, prima, perfekt, klasse`)
const CONFUSED =
  listed(`confused, confusing, don't understand, do not understand, not sure, no idea, unclear, what does that mean, lost,
  no entiendo, no comprendo, confundido, confundida, no estoy seguro, no estoy segura, je ne comprends pas, pas clair, perdu, perdue, je ne sais pas,
  verstehe nicht, verstehe ich nicht, unklar, verwirrt, keine ahnung, nicht sicher`)

const LONG_WORDS = 60
const SHORT_WORDS = 8
const MANY_QUESTIONS = 3

/** Reads a customer's message by the seeds' rules: keyword lists for urgency, complexity and tone, in four languages. */
export function analyse(text: string): Analysis {
  const plain = plainText(text)
  const words = text.trim().split(/\s+/).length
  const questions = (text.match(/\?/g) ?? []).length
  const isComplex = COMPLEX.test(text) || words > LONG_WORDS || questions >= MANY_QUESTIONS
  return {
    urgency: soundsUrgent(plain) || URGENT.test(text) ? 'high' : PRESSING.test(text) ? 'medium' : 'low',
    complexity: isComplex ? 'high' : words <= SHORT_WORDS && questions <= 1 ? 'low' : 'medium',
    tone: soundsFrustrated(plain)
      ? 'frustrated'
      : CONFUSED.test(text)
        ? 'confused'
        : POSITIVE.test(text)
          ? 'positive'
          : 'neutral',
  }
}
