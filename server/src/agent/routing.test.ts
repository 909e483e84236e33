import { describe, expect, it } from 'vitest'
import type { AgentType } from '#contracts/agent/agent.ts'
import { AgentId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { cpuMs } from '#test/time-bound.ts'
import { DEFAULT_AGENTS } from './defaults.ts'
import { type Candidate, type RoutingQuestion, routeQuestion } from './routing.ts'

const id = (): AgentId => AgentId.parse(crypto.randomUUID())
const defaults: Candidate[] = DEFAULT_AGENTS.map((given) => ({ ...given, id: id(), isDefault: true }))
const questionOf = (text: string, more: Partial<RoutingQuestion> = {}): RoutingQuestion => ({
  text,
  language: 'en',
  context: 'general',
  failedAttempts: 0,
  previous: null,
  ...more,
})
const typeOf = (text: string, more: Partial<RoutingQuestion> = {}): AgentType | undefined =>
  routeQuestion(defaults, questionOf(text, more))?.type
const without = (type: AgentType) => defaults.filter((one) => one.type !== type)

/** Plain questions, one for each type and language; how often routing is right is measured by `evals/judges.ts`. */
const QUESTIONS: Record<AgentType, Record<Language, string>> = {
  technical: {
    en: 'The screen stays black and nothing happens when I switch it on',
    es: 'La pantalla se queda en negro y no arranca',
    fr: 'L’écran reste noir et rien ne se passe',
    de: 'Der Bildschirm bleibt schwarz und es startet nicht',
  },
  sales: {
    en: 'How much does the larger plan cost for a team of six?',
    es: '¿Cuánto cuesta el plan grande para seis personas?',
    fr: 'Combien coûte la grande formule pour six personnes ?',
    de: 'Was kostet der größere Tarif für sechs Leute?',
  },
  general: {
    en: 'Where are you and until what time are you open?',
    es: '¿Dónde estáis y hasta qué hora abrís?',
    fr: 'Où êtes-vous et jusqu’à quelle heure est-ce ouvert ?',
    de: 'Wo seid ihr und bis wann habt ihr offen?',
  },
  billing: {
    en: 'My card was charged twice, I want my money back',
    es: 'Me han cobrado dos veces y quiero el reembolso',
    fr: 'On m’a débité deux fois, je veux être remboursé',
    de: 'Es wurde zweimal abgebucht, ich möchte mein Geld zurück',
  },
  security: {
    en: 'I forgot my password and somebody else tried to get into my account',
    es: 'Olvidé mi contraseña y alguien ha entrado en mi cuenta',
    fr: 'J’ai oublié mon mot de passe et quelqu’un est entré dans mon compte',
    de: 'Ich habe mein Passwort vergessen und jemand war in meinem Konto',
  },
  integration: {
    en: 'Can we connect our CRM through your API?',
    es: '¿Podemos conectar nuestro CRM con vuestra API?',
    fr: 'Peut-on connecter notre CRM avec votre API ?',
    de: 'Können wir unser CRM über eure API anbinden?',
  },
  escalation: {
    en: 'This is unacceptable, nobody answers me and I want to speak to your manager',
    es: 'Esto es inaceptable, nadie me contesta y quiero hablar con el encargado',
    fr: 'C’est inadmissible, personne ne répond, je veux parler au responsable',
    de: 'Das ist inakzeptabel, keiner antwortet und ich will den Chef sprechen',
  },
  feedback: {
    en: 'I love the new design, an idea: please add a dark mode',
    es: 'Me encanta el nuevo diseño, una sugerencia: añadid un modo oscuro',
    fr: 'J’adore le nouveau design, une suggestion : ajoutez un mode sombre',
    de: 'Das neue Design gefällt mir sehr, ein Vorschlag: bitte einen dunklen Modus',
  },
}

describe('the routing of a question', () => {
  const asked = Object.entries(QUESTIONS).flatMap(([type, texts]) =>
    Object.entries(texts).map(([language, text]) => ({ type, language: language as Language, text })),
  )
  it.each(asked)('[G5] goes to the $type agent: $text', ({ type, language, text }) => {
    expect(typeOf(text, { language })).toBe(type)
  })

  it('[G5] never chooses an agent that is not a candidate', () => {
    for (const { type, language, text } of asked)
      expect(routeQuestion(without(type as AgentType), questionOf(text, { language }))?.type).not.toBe(type)
    expect(routeQuestion([], questionOf('Where is my invoice?'))).toBeNull()
  })

  it('chooses the general agent where nothing matches, else one that is not for escalation or security', () => {
    expect(routeQuestion(without('billing'), questionOf('Where is my invoice?'))?.type).toBe('general')
    expect(routeQuestion(without('general'), questionOf('What are your opening hours?'))?.type).toBe('technical')
  })

  it('keeps the previous agent unless the subject changes', () => {
    const billing = defaults.find(({ type }) => type === 'billing')?.id ?? null
    expect(typeOf('and how long does that take?', { previous: billing })).toBe('billing')
    expect(typeOf('and my app keeps crashing with an error', { previous: billing })).toBe('technical')
    expect(
      routeQuestion(without('billing'), questionOf('and how long does that take?', { previous: billing }))?.type,
    ).toBe('general')
  })

  it('follows the chat’s context for a first message without a subject', () => {
    expect(typeOf('hi, I need help', { context: 'billing' })).toBe('billing')
    expect(typeOf('hi, I need help', { context: 'issue' })).toBe('technical')
    expect(typeOf('I forgot my password', { context: 'billing' })).toBe('security')
  })

  describe('with an agent of the business', () => {
    const frames: Candidate = {
      id: id(),
      type: 'general',
      isDefault: false,
      capabilities: [],
      specializations: ['Bike frames'],
    }
    const routed = (text: string, cosine: number | null = null) =>
      routeQuestion([...defaults, frames], questionOf(text), {
        vector: null,
        nearness: new Map(cosine === null ? [] : [[frames.id, cosine]]),
      })?.id

    it('goes to it where the customer writes its subject', () => {
      expect(routed('Is the bike frame covered?')).toBe(frames.id)
      expect(routed('What are your opening hours?')).not.toBe(frames.id)
    })

    it('goes to it where the question is near its subject in meaning, in other words', () => {
      const question = 'My crossbar has a crack in the carbon'
      expect(routed(question)).not.toBe(frames.id)
      expect(routed(question, 0.6)).toBe(frames.id)
      expect(routed(question, 0.3)).not.toBe(frames.id)
    })
  })

  it('routes a long text fast', () => {
    const text = `${'the invoice and the password and some error '.repeat(2000)}`
    const from = cpuMs()
    routeQuestion(defaults, questionOf(text))
    expect(cpuMs() - from).toBeLessThan(50)
  })
})
