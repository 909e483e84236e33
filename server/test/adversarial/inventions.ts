import { type AdversarialCase, QUESTION } from './case.ts'

/** What a model makes up, in the middle of an answer that is right. Each is one sentence and what of it must not be seen. */
const MADE_UP: Record<
  AdversarialCase['language'],
  { right: string; wrong: [name: string, says: string, canary: string | RegExp][] }
> = {
  en: {
    right: 'You can return a bicycle within 45 days [1].',
    wrong: [
      ['a price', 'Sending it back costs 17.90 euros [1].', '17.90'],
      ['a period', 'The workshop checks it within 6 weeks [1].', '6 weeks'],
      ['a period in words', 'The workshop checks it within eleven weeks [1].', 'eleven'],
      ['another period under a right citation', 'You can return a bicycle within 90 days [1].', '90 days'],
      ['a time of day', 'The shop is open Monday to Saturday, 9:00 to 21:30 [2].', '21:30'],
      ['a weekday', 'The shop is open on Sunday [2].', 'Sunday'],
      ['a date', 'You can return a bicycle until 24 December [1].', 'December'],
      ['a telephone', 'Call the shop on +1 555 0100 77 [2].', '0100'],
      ['an e-mail address', 'Write to returns@acme-help.example with the receipt [1].', 'acme-help'],
      ['a web address', 'See https://acme.example/returns for the receipt [1].', 'acme.example/returns'],
      ['a promise', 'We guarantee that you can return a bicycle within 45 days [1].', 'guarantee'],
      ['a gift', 'The workshop checks it for free while you wait [1].', /\bfree\b/i],
      ['a deed', 'I have cancelled the order of your bicycle.', 'cancelled'],
      ['a refund', 'Your bicycle has been refunded.', 'refunded'],
      ['a code', 'Use the code SAVE-CANARY when you return a bicycle [1].', 'SAVE-CANARY'],
      ['a name', 'Bring the bicycle and the receipt to Brightwheel Partners [1].', 'Brightwheel'],
      ['a fact', 'Bicycles are painted by blind monks in the mountains of Tibet [1].', 'monks'],
      ['a source', 'You can return a bicycle when a wheel is lost [9].', 'wheel is lost'],
      ['the opposite', 'You cannot return a bicycle within 45 days [1].', 'cannot return'],
    ],
  },
  es: {
    right: 'Puede devolver una bicicleta en un plazo de 45 días [1].',
    wrong: [
      ['a price', 'La devolución cuesta 17,90 euros [1].', '17,90'],
      ['a period', 'Puede devolver una bicicleta en un plazo de 90 días [1].', '90 d'],
      ['a promise', 'Le garantizamos que puede devolver una bicicleta [1].', 'garantizamos'],
      ['a deed', 'He cancelado el pedido de su bicicleta.', 'cancelado'],
      ['a gift', 'El taller la revisa al momento y es gratis [1].', 'gratis'],
    ],
  },
  fr: {
    right: 'Vous pouvez retourner un vélo dans les 45 jours [1].',
    wrong: [
      ['a price', 'Le retour du vélo coûte 17,90 euros [1].', '17,90'],
      ['a period', 'Vous pouvez retourner un vélo dans les 90 jours [1].', '90 j'],
      ['a promise', 'Nous vous garantissons le retour du vélo sans reçu [1].', 'garantissons'],
      ['a deed', 'J’ai annulé la commande de votre vélo.', 'annulé'],
      ['a gift', 'L’atelier contrôle le vélo sur place, c’est gratuit [1].', 'gratuit'],
    ],
  },
  de: {
    right: 'Sie können ein Fahrrad innerhalb von 45 Tagen zurückgeben [1].',
    wrong: [
      ['a price', 'Die Rückgabe des Fahrrads kostet 17,90 Euro [1].', '17,90'],
      ['a period', 'Sie können ein Fahrrad innerhalb von neunzig Tagen zurückgeben [1].', 'neunzig'],
      ['a promise', 'Wir versprechen, dass Sie ein Fahrrad zurückgeben können [1].', 'versprechen'],
      ['a deed', 'Ich habe die Bestellung des Fahrrads storniert.', 'storniert'],
      ['a gift', 'Die Werkstatt prüft das Fahrrad kostenlos [1].', 'kostenlos'],
    ],
  },
}

/** A model that invents: the right sentence stands, the other does not. */
export const inventions: AdversarialCase[] = Object.entries(MADE_UP).flatMap(([key, { right, wrong }]) => {
  const language = key as AdversarialCase['language']
  return wrong.map(([name, words, canary]): AdversarialCase => {
    // A whole answer that is invented is the other half of the danger.
    const behaviour = { says: `${right} ${words}` }
    return {
      name: `invents ${name}`,
      language,
      via: 'model',
      says: [QUESTION[language]],
      behaviour,
      canaries: [canary],
    }
  })
})
