import type { PromiseWords } from '#server/language/types.ts'

export const promises: PromiseWords = {
  free: String.raw`\bgratis\b|\bkostenlos|\bkostenfrei|\bumsonst\b`,
  alsoFree: String.raw`\bohne (?:kosten|gebuhr|aufpreis)|\bnichts\b`,
  binding: {
    guarantee: String.raw`\bgarantie?r|\bgarantie\b`,
    promise: String.raw`\bversprech`,
    assurance: String.raw`\bversicher(?:e|n) (?:ihnen|dir)\b`,
    discount: String.raw`\b(?:rabatt|gutschein)s?\b`,
    fullRefund: String.raw`\bvoll(?:e|en|standig\w*) (?:ruck)?erstatt`,
    compensation: String.raw`\bentschadig|\bschadensersatz|\bschadenersatz`,
    waiver: String.raw`\bkulanz`,
    unlimited: String.raw`\bunbegrenzt`,
    lifetime: String.raw`\blebenslang`,
    liability: String.raw`\b(?:haftbar|verklagen)\b`,
    secret: String.raw`\bpasswort\b|\bkennwort\b`,
  },
  certain: { hundred: 'hundert', percent: 'prozent', safe: 'sicher|zufrieden' },
  actions: [
    /\b(?:ich habe|wir haben|ich werde|wir werden)\b.{1,60}\b(?:storniert|erstattet|geandert|aktualisiert|gesendet|geschickt|gebucht|reserviert|geloscht|erstellt|eroffnet|weitergeleitet|ubergeben|aktiviert|genehmigt|stornieren|erstatten|andern|senden|schicken|buchen|loschen|erstellen|weiterleiten)\b/,
  ],
  offered: null,
}
