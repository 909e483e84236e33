import type { TopicWords } from '#server/language/types.ts'

export const topics: TopicWords = {
  refund: '(ruck)?erstattung\\w*|geld zuruck',
  double_charge: '(doppelt|zweimal) (abgebucht|berechnet)',
  invoice: 'rechnung(en)?|quittung(en)?',
  subscription: 'abos?|kundigung|kundigen',
  payment: 'zahlung(en)?|bezahl\\w*|kreditkarte|abgebucht',
  password: 'passwort(er)?|kennwort(er)?',
  second_factor: 'bestatigungscode|zwei[- ]faktor\\w*',
  locked_account: 'konto (ist )?gesperrt|gesperrtes konto',
  sign_in: 'anmeld\\w+|einlogg\\w+',
  integration: 'schnittstellen?',
  installation: 'installier\\w+',
  slow: 'langsam',
  connection: 'verbindung',
  error: 'fehlermeldung|fehler',
  broken: 'funktioniert nicht|kaputt|absturz\\w*|sturzt ab',
}
