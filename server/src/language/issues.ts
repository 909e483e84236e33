import type { IssueCategory, IssueTopic } from '#contracts/memory/memory.ts'
import { foldAccents } from '#server/platform/text/fold.ts'

export type Issue = { category: IssueCategory; topic: IssueTopic }

/** Each topic's words in the four languages, whole words without accents; the first that fits names the issue. */
const TOPICS: readonly [IssueCategory, IssueTopic, string][] = [
  [
    'billing',
    'refund',
    'refund(s|ed|ing)?|money back|reembolso|devolucion del dinero|rembours\\w*|(ruck)?erstattung\\w*|geld zuruck',
  ],
  [
    'billing',
    'double_charge',
    '(charged|billed|paid) (\\w+ )?twice|double[- ]?charged?|overcharged|cobr\\w+ dos veces|doble cobro|(debite|preleve|facture)\\w* deux fois|(doppelt|zweimal) (abgebucht|berechnet)',
  ],
  [
    'billing',
    'invoice',
    'invoices?|receipts?|billing statement|facturas?|recibos?|factures?|recus?|rechnung(en)?|quittung(en)?',
  ],
  [
    'billing',
    'subscription',
    'subscriptions?|my plan|renewals?|cancel (my|the) (plan|account|membership)|suscripcion(es)?|abonnements?|abos?|kundigung|kundigen',
  ],
  [
    'billing',
    'payment',
    'payments?|pay(ing)?|credit card|debit card|charged?|charges|billing|pagos?|pagar|tarjeta|paiements?|payer|carte bancaire|zahlung(en)?|bezahl\\w*|kreditkarte|abgebucht',
  ],
  ['authentication', 'password', 'passwords?|contrasenas?|mots? de passe|passwort(er)?|kennwort(er)?'],
  [
    'authentication',
    'second_factor',
    '2fa|two[- ]factor|authenticator|verification code|one[- ]time code|codigo de verificacion|code de verification|bestatigungscode|zwei[- ]faktor\\w*',
  ],
  [
    'authentication',
    'locked_account',
    'locked out|account (is |was |has been )?(locked|disabled|blocked)|cuenta bloqueada|compte bloque|konto (ist )?gesperrt|gesperrtes konto',
  ],
  [
    'authentication',
    'sign_in',
    'log ?in|logging in|log me in|sign ?in|signing in|iniciar sesion|inicio de sesion|se connecter|me connecter|connexion a mon compte|anmeld\\w+|einlogg\\w+',
  ],
  ['technical', 'integration', 'api|webhooks?|integrations?|sdk|integracion(es)?|schnittstellen?'],
  [
    'technical',
    'installation',
    'install(s|ed|ing|ation)?|set ?up|instalar|instalacion|installer|installation|installier\\w+',
  ],
  ['technical', 'slow', 'slow|lag(s|gy|ging)?|takes forever|lento|lenta|lent|lente|langsam'],
  [
    'technical',
    'connection',
    'connection|disconnect(s|ed)?|offline|wi-?fi|bluetooth|pairing|conexion|connexion|verbindung|sin conexion|hors ligne',
  ],
  ['technical', 'error', 'errors?|error code|exception|fehlermeldung|fehler|erreurs?|errores'],
  [
    'technical',
    'broken',
    '(not|isnt|doesnt|dont|wont|stopped|never) (work|works|working|load|loads|loading|open|opening|start|starting|respond|responding)|broken|crash(es|ed|ing)?|bugs?|frozen|freezes|no funciona|roto|rota|ne (marche|fonctionne) (pas|plus)|en panne|funktioniert nicht|kaputt|absturz\\w*|sturzt ab',
  ],
]

const patterns = TOPICS.map(([category, topic, words]) => ({
  category,
  topic,
  words: new RegExp(`\\b(?:${words})\\b`),
}))

/** At most this many topics are read out of one message. */
const MAX_TOPICS = 3
const MAX_CHARACTERS = 2000

/** In lower case, without accents and apostrophes: the form all word lists of this domain are written in. */
export const plain = (text: string): string =>
  foldAccents(text.slice(0, MAX_CHARACTERS).normalize('NFKC').toLowerCase()).replace(/['’ʼ]/g, '')

/** The known issues a message speaks of (authentication, billing, technical), the most telling first. */
export function issuesOf(text: string): Issue[] {
  const words = plain(text)
  const found = patterns.filter((one) => one.words.test(words)).map(({ category, topic }) => ({ category, topic }))
  // "My payment was refunded": the finer word says it all.
  const isSaidFiner = ({ topic }: Issue) =>
    topic === 'payment' && found.some((one) => one.category === 'billing' && one.topic !== 'payment')
  return found.filter((one) => !isSaidFiner(one)).slice(0, MAX_TOPICS)
}
