import type { PromiseWords } from '#server/language/types.ts'

export const promises: PromiseWords = {
  free: String.raw`\bgratis\b|\bgratuit`,
  alsoFree: String.raw`\bsin (?:coste|cargo)|\bnada\b`,
  binding: {
    guarantee: String.raw`\bgarantiz|\bgarantia\b`,
    promise: String.raw`\bprometo|\bprometemos`,
    assurance: String.raw`\basegur(?:o|amos)\b`,
    discount: String.raw`\b(?:descuento|cupon)s?\b`,
    fullRefund: String.raw`\breembolso (?:completo|total|integro)`,
    compensation: String.raw`\bindemniz|\bcompensacion`,
    waiver: String.raw`\bexonerar`,
    unlimited: String.raw`\bilimitad`,
    lifetime: String.raw`\bde por vida\b`,
    liability: String.raw`\bdemandar\b`,
    secret: String.raw`\bcontrasena\b`,
  },
  certain: { hundred: 'cien', percent: 'por ciento', safe: 'segur' },
  actions: [
    /\b(?:he|hemos|ya he|acabo de|voy a|vamos a) (?:cancel|reembols|devuelt|cambi|actualiz|enviad|enviar|reserv|borr|elimin|cread|crear|abiert|abrir|tramit|proces|transfer|activ|aprob)\w*/,
  ],
  offered: null,
}
