import { describe, expect, it } from 'vitest'
import { cpuMs } from '#test/time-bound.ts'
import { detectEscalation, type EscalationContext } from './escalation-signals.ts'

const quiet: EscalationContext = {
  answerable: true,
  failedAttempts: 0,
  escalationThreshold: 3,
  recurringIssue: false,
  escalatedLastDay: false,
  interactions: 0,
}
const detect = (text: string, context: Partial<EscalationContext> = {}) =>
  detectEscalation(text, { ...quiet, ...context })

describe('[E1] detection of a request for a person', () => {
  it.each([
    'speak to human',
    'Can I talk to a real person please?',
    'I want to speak with your manager',
    'agent',
    'Human please!',
    'connect me with someone',
    'could you put me through to an operator',
    'get me a supervisor',
    'I need an agent',
    'You are not helpful, how could I contact an operator?',
    "I don't know how I can chat with somebody",
    "I don't want to talk to a bot",
    'Quiero hablar con una persona',
    '¿Puedo hablar con un agente?',
    'Páseme con un supervisor, por favor',
    'necesito un humano',
    'Je veux parler à quelqu’un',
    "Pouvez-vous me passer l'opérateur ?",
    'Je voudrais un conseiller',
    'mettez-moi en relation avec un humain, je veux parler avec un agent',
    'Kann ich mit jemandem sprechen?',
    'Ich möchte mit einem Mitarbeiter reden',
    'Verbinden Sie mich bitte mit einem Menschen',
    'Ich will keinen Bot, ich will einen Menschen',
  ])('"%s" goes to a person with high priority', (text) => {
    expect(detect(text)).toEqual({ reason: 'human_requested', priority: 'high' })
  })

  it.each([
    'Someone else charged my card!',
    'I think someone has used my card',
    'the person I sent it to does not see it',
    'Can someone tell me how long it takes?',
    'how do I contact the person who received my transfer',
    'my phone has been stolen by someone',
    'How do I connect someone to my account?',
    'transfer money to another person',
    'Are you a human or a bot?',
    "I don't want to talk to an agent",
    'can I return it without talking to an agent',
    'what do you call someone who was born in segovia',
    'Mi hermano es otra persona de la cuenta',
    'No quiero hablar con un agente',
    'I do not need an agent',
    'Ich brauche keinen Mitarbeiter',
    'Puis-je ajouter une personne à mon compte ?',
    'Kann eine andere Person meine Karte benutzen?',
  ])('"%s" does not ask for one', (text) => {
    expect(detect(text)).toBeNull()
  })

  it('the name of the service desk counts only without an answer in the knowledge', () => {
    const text = 'I need to speak to customer service about my flight'
    expect(detect(text, { answerable: false })).toEqual({ reason: 'human_requested', priority: 'high' })
    expect(detect(text)).toBeNull()
    expect(detect('What hours can I call customer service?', { answerable: false })).toBeNull()
  })
})

describe('[E1] detection of a request for a person in other words, or mistyped', () => {
  it.each([
    'i wnat to tlak to a human',
    'I would like a human to answer me',
    'hand me over to a colleague please',
    'Necesito que me conteste un humano',
    'quiero ablar con una persona',
    'Páseme con un compañero suyo, por favor',
    "J'ai besoin qu'un humain me réponde",
    'passez moi un consellier',
    'Kann mir ein Angestellter antworten?',
    'Können Sie mich mit jemandem verbinden?',
  ])('"%s" goes to a person', (text) => {
    expect(detect(text)?.reason).toBe('human_requested')
  })

  it.each([
    'asdf qwer',
    'tell me a joke',
    'I have a question about the download of the manual',
    '¿Eres un robot o una persona?',
    'je ne peux pas me connecter',
    'ich will mit niemandem reden, nur stornieren',
    'wie viele Menschen arbeiten bei euch?',
    'una una una una una',
    'x'.repeat(4_000),
  ])('"%s" does not ask for one', (text) => {
    expect(detect(text)).toBeNull()
  })
})

describe('[E1] detection of urgency', () => {
  it.each([
    'This is URGENT',
    'I need it asap',
    'our whole website is down',
    'The app went down again',
    'Is the system down?',
    'an emergency, please',
    'Es urgente',
    "C'est urgent, aidez-moi",
    'Es ist dringend!',
    'ein Notfall',
  ])('"%s" is urgent', (text) => {
    expect(detect(text)).toEqual({ reason: 'urgent_issue', priority: 'urgent' })
  })

  it.each([
    'Where can I download the invoice?',
    'the download is slow',
    'How do I shut down the device?',
    'do you take a down payment?',
    'how do I scroll down to the form',
    'I want to slow down my plan',
    'Is the jacket a down jacket?',
    'not urgent, just curious',
    'It is not an emergency',
    'no es urgente',
    "ce n'est pas urgent",
    'es ist nicht dringend',
    'resurgent insurgents',
  ])('"%s" is not', (text) => {
    expect(detect(text)).toBeNull()
  })
})

describe('[E1] detection of anger', () => {
  it.each([
    'This is ridiculous!',
    'I am getting really frustrated',
    'your service is useless',
    'what a waste of my time',
    'Estoy harto de esto',
    'C’est inadmissible et inacceptable',
    'n’importe quoi',
    'Das ist eine Frechheit',
  ])('"%s" goes to a person with high priority', (text) => {
    expect(detect(text)).toEqual({ reason: 'frustration_detected', priority: 'high' })
  })

  it.each(['How many times can I withdraw a day?', 'Tell me a joke', 'Erzähl mir einen Witz', 'I am not sure'])(
    '"%s" is not anger',
    (text) => {
      expect(detect(text)).toBeNull()
    },
  )
})

describe('[E1] detection of complex cases', () => {
  it.each([
    'I want a refund',
    'You charged me, I was charged twice',
    'cancel my subscription',
    'delete account',
    'payment failed',
    'Me cobraron dos veces',
    'Je veux résilier mon abonnement',
    'Ich möchte mein Konto löschen',
  ])('"%s" escalates only when the knowledge has no answer', (text) => {
    expect(detect(text, { answerable: false })).toEqual({ reason: 'complex_issue', priority: 'medium' })
    expect(detect(text, { answerable: true })).toBeNull()
  })
})

describe('[E1] escalation after failed attempts', () => {
  it.each([2, 3, 4, 5])('escalate from the tenant’s threshold of %i on', (escalationThreshold) => {
    expect(detect('and now?', { escalationThreshold, failedAttempts: escalationThreshold - 1 })).toBeNull()
    expect(detect('and now?', { escalationThreshold, failedAttempts: escalationThreshold })).toEqual({
      reason: 'three_attempts',
      priority: 'medium',
    })
  })
})

describe('[E1] the reason for several signals at once', () => {
  it('the most critical one is the reason', () => {
    expect(detect('urgent! I want a human, this is ridiculous')?.reason).toBe('urgent_issue')
    expect(detect('This is ridiculous, give me a human')?.reason).toBe('human_requested')
    expect(detect('ridiculous', { failedAttempts: 5 })?.reason).toBe('frustration_detected')
    expect(detect('refund', { failedAttempts: 5, answerable: false })?.reason).toBe('three_attempts')
  })
})

describe('[E1] escalation by the score of text and memory', () => {
  it.each([
    [false, false, 20, null],
    [true, false, 4, null],
    [false, true, 4, null],
    [true, false, 5, { reason: 'score', priority: 'medium' }],
    [true, true, 0, { reason: 'score', priority: 'medium' }],
    [false, true, 5, { reason: 'score', priority: 'low' }],
    [false, true, 10, { reason: 'score', priority: 'medium' }],
  ] as const)(
    'recurring %s, escalated lately %s, %i interactions',
    (recurringIssue, escalatedLastDay, interactions, wanted) => {
      expect(detect('one more question', { recurringIssue, escalatedLastDay, interactions })).toEqual(wanted)
    },
  )

  it('an explicit signal takes precedence over the score, and a recurring issue raises the priority one step', () => {
    const remembered = { recurringIssue: true, escalatedLastDay: true, interactions: 12 }
    expect(detect('talk to a human', remembered)).toEqual({ reason: 'human_requested', priority: 'urgent' })
    expect(detect('this is urgent', remembered)).toEqual({ reason: 'urgent_issue', priority: 'urgent' })
    expect(detect('refund', { ...remembered, answerable: false })).toEqual({
      reason: 'complex_issue',
      priority: 'high',
    })
  })
})

describe('unusual input', () => {
  it.each([
    '',
    ' ',
    '🙂',
    '\ud800',
    'a'.repeat(50_000),
    'talk '.repeat(5_000),
    'is down '.repeat(3_000),
    'not '.repeat(9_000),
  ])('%# is read quickly', (text) => {
    const startedAt = cpuMs()
    detect(text, { answerable: false })
    expect(cpuMs() - startedAt).toBeLessThan(100)
  })
})
