import type { EscalationWords } from '#server/language/types.ts'

export const escalation: EscalationWords = {
  frustration: `
  frustriert, frustrierend, wutend, inakzeptabel, lacherlich, unverschamt, unverschamtheit, zeitverschwendung,
  nutzlos, unfahig, frechheit, die nase voll, schnauze voll, es reicht, mir reichts, sehr verargert, bin verargert,
  stinksauer, bin sauer, sehr enttauscht, schlechter service, miserabler service, eine zumutung, ein witz,
  hilft mir nicht, keine hilfe, scheisse, katastrophal, unmoglich von ihnen`,
  complexCases: `
  ruckerstattung, erstattung, erstatten, geld zuruck, doppelt abgebucht, doppelt berechnet, zweimal abgebucht,
  zweimal berechnet, abo kundigen, abonnement kundigen, mein abo kundigen, konto loschen, mein konto loschen,
  account loschen, zahlung fehlgeschlagen, zahlung abgelehnt, anwalt, rechtliche schritte`,
  urgency: `
  dringend, dringende, dringendes, dringender, eilig, eilt, notfall, kritisch, so schnell wie moglich,
  schnellstmoglich, sofortige hilfe, ist ausgefallen, alles steht still, totalausfall, ist down`,
  outage: null,
  calm: { negations: 'kein|keine|nicht|nicht so', fillers: '', urgency: 'dringend|eilig|notfall|kritisch' },
  elisions: null,
}
