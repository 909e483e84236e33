import type { Complexity } from '#server/provider/service.ts'
import { detectUrgency } from './escalation-signals.ts'

export type Urgency = 'low' | 'medium' | 'high'
export type Tone = 'neutral' | 'positive' | 'frustrated' | 'confused'

/** What a message is like (H4): it sets who is asked, how long the answer may be and how freely it is worded. */
export type Analysis = { urgency: Urgency; complexity: Complexity; tone: Tone }

/** What is known of the customer from before; all of it may be missing. */
export type Reader = { isExpert: boolean; style: 'detailed' | 'concise' | null }

/** Word beginnings are not words: "down" must not be found in "download". */
const listed = (words: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words
      .trim()
      .split(/\s*[,\n]\s*/)
      .join('|')})(?![\\p{L}\\p{N}])`,
    'iu',
  )

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
const DETAILED =
  listed(`in detail, detailed, step by step, step-by-step, explain, explanation, walk me through, en detalle, detallado, paso a paso, explica, explícame, explique,
  en détail, détaillé, étape par étape, expliquez, explique-moi, ausführlich, im detail, schritt für schritt, erkläre, erklären`)
const QUICK =
  listed(`briefly, in short, short answer, quick question, tl;dr, just tell me, brevemente, en pocas palabras, pregunta rápida, brièvement, en bref, question rapide,
  kurz, kurze frage, kurz gesagt`)

const LONG_WORDS = 60
const SHORT_WORDS = 8
const MANY_QUESTIONS = 3

/** Reads a customer's message by the seeds' rules: keyword lists for urgency, complexity and tone, in four languages. */
export function analyse(text: string): Analysis {
  const { isUrgent, isFrustrated } = detectUrgency(text)
  const words = text.trim().split(/\s+/).length
  const questions = (text.match(/\?/g) ?? []).length
  const isComplex = COMPLEX.test(text) || words > LONG_WORDS || questions >= MANY_QUESTIONS
  return {
    urgency: isUrgent || URGENT.test(text) ? 'high' : PRESSING.test(text) ? 'medium' : 'low',
    complexity: isComplex ? 'high' : words <= SHORT_WORDS && questions <= 1 ? 'low' : 'medium',
    tone: isFrustrated ? 'frustrated' : CONFUSED.test(text) ? 'confused' : POSITIVE.test(text) ? 'positive' : 'neutral',
  }
}

const BASE_TOKENS = 150
const DETAILED_TOKENS = 300
const QUICK_TOKENS = 100
const COMPLEX_TOKENS = 100
const URGENT_CAP = 200
const TOKEN_CAP = 400

/** How long and how free an answer may be (seed 1 §9): tokens and temperature. */
export function limitsOf(text: string, found: Analysis, reader: Reader): { maxTokens: number; temperature: number } {
  const isDetailed = DETAILED.test(text) || (reader.style === 'detailed' && !QUICK.test(text))
  const isQuick = QUICK.test(text) || reader.style === 'concise'
  const base = isDetailed ? DETAILED_TOKENS : isQuick ? QUICK_TOKENS : BASE_TOKENS
  const sized = base + (found.complexity === 'high' ? COMPLEX_TOKENS : 0)
  const cap = found.urgency === 'high' ? URGENT_CAP : TOKEN_CAP
  const isSober = reader.isExpert || found.complexity === 'high'
  return { maxTokens: Math.min(sized, cap), temperature: isSober ? 0.3 : found.tone === 'frustrated' ? 0.5 : 0.7 }
}
