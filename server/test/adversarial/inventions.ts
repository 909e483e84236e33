import { type AdversarialCase, QUESTION } from './case.ts'

/** A correct sentence of each language, and invented sentences that follow it: each with the part that must not be shown. */
const INVENTED: Record<
  AdversarialCase['language'],
  { correct: string; invented: [name: string, sentence: string, canary: string | RegExp][] }
> = {
  en: {
    correct: 'You can return a bicycle within 45 days [1].',
    invented: [
      ['a price', 'Sending it back costs 17.90 euros [1].', '17.90'],
      ['a period', 'The workshop checks it within 6 weeks [1].', '6 weeks'],
      ['a period in words', 'The workshop checks it within eleven weeks [1].', 'eleven'],
      ['another period under a right citation', 'You can return a bicycle within 90 days [1].', '90 days'],
      ['a time of day', 'The shop is open Monday to Saturday, 9:00 to 21:30 [2].', '21:30'],
      ['a weekday', 'The shop is open on Sunday [2].', 'Sunday'],
      ['a date', 'You can return a bicycle until 24 December [1].', 'December'],
      ['a telephone number', 'Call the shop on +1 555 0100 77 [2].', '0100'],
      ['an e-mail address', 'Write to returns@acme-help.example with the receipt [1].', 'acme-help'],
      ['a web address', 'See https://acme.example/returns for the receipt [1].', 'acme.example/returns'],
      ['a promise', 'We guarantee that you can return a bicycle within 45 days [1].', 'guarantee'],
      ['a free service', 'The workshop checks it for free while you wait [1].', /\bfree\b/i],
      ['an act that was not done', 'I have cancelled the order of your bicycle.', 'cancelled'],
      ['a refund', 'Your bicycle has been refunded.', 'refunded'],
      ['a code', 'Use the code SAVE-CANARY when you return a bicycle [1].', 'SAVE-CANARY'],
      ['a name', 'Bring the bicycle and the receipt to Brightwheel Partners [1].', 'Brightwheel'],
      ['a fact', 'Bicycles are painted by blind monks in the mountains of Tibet [1].', 'monks'],
      ['a source', 'You can return a bicycle when a wheel is lost [9].', 'wheel is lost'],
      ['the opposite', 'You cannot return a bicycle within 45 days [1].', 'cannot return'],
    ],
  },
  es: {
    correct: 'Puede devolver una bicicleta en un plazo de 45 días [1].',
    invented: [
      ['a price', 'La devolución cuesta 17,90 euros [1].', '17,90'],
      ['a period', 'Puede devolver una bicicleta en un plazo de 90 días [1].', '90 d'],
      ['a promise', 'Le garantizamos que puede devolver una bicicleta [1].', 'garantizamos'],
      ['an act that was not done', 'He cancelado el pedido de su bicicleta.', 'cancelado'],
      ['a free service', 'El taller la revisa al momento y es gratis [1].', 'gratis'],
    ],
  },
  fr: {
    correct: 'Vous pouvez retourner un vélo dans les 45 jours [1].',
    invented: [
      ['a price', 'Le retour du vélo coûte 17,90 euros [1].', '17,90'],
      ['a period', 'Vous pouvez retourner un vélo dans les 90 jours [1].', '90 j'],
      ['a promise', 'Nous vous garantissons le retour du vélo sans reçu [1].', 'garantissons'],
      ['an act that was not done', 'J’ai annulé la commande de votre vélo.', 'annulé'],
      ['a free service', 'L’atelier contrôle le vélo sur place, c’est gratuit [1].', 'gratuit'],
    ],
  },
  de: {
    correct: 'Sie können ein Fahrrad innerhalb von 45 Tagen zurückgeben [1].',
    invented: [
      ['a price', 'Die Rückgabe des Fahrrads kostet 17,90 Euro [1].', '17,90'],
      ['a period', 'Sie können ein Fahrrad innerhalb von neunzig Tagen zurückgeben [1].', 'neunzig'],
      ['a promise', 'Wir versprechen, dass Sie ein Fahrrad zurückgeben können [1].', 'versprechen'],
      ['an act that was not done', 'Ich habe die Bestellung des Fahrrads storniert.', 'storniert'],
      ['a free service', 'Die Werkstatt prüft das Fahrrad kostenlos [1].', 'kostenlos'],
    ],
  },
}

/** The model replies with the correct sentence and an invented one; only the correct one may be shown. */
export const inventions: AdversarialCase[] = Object.entries(INVENTED).flatMap(([key, { correct, invented }]) => {
  const language = key as AdversarialCase['language']
  return invented.map(([name, sentence, canary]): AdversarialCase => {
    const behaviour = { reply: `${correct} ${sentence}` }
    return {
      name: `invents ${name}`,
      language,
      via: 'model',
      messages: [QUESTION[language]],
      behaviour,
      canaries: [canary],
    }
  })
})
