import type { PromiseWords } from '#server/language/types.ts'

export const promises: PromiseWords = {
  free: String.raw`\bgratuit`,
  alsoFree: String.raw`\bsans frais|\brien\b`,
  binding: {
    guarantee: String.raw`\bgarantie?r|\bgarantie\b`,
    promise: String.raw`\bpromets|\bpromettons`,
    assurance: String.raw`\bassur(?:e|ons)\b`,
    discount: String.raw`\b(?:remise|reduction|bon d'achat)s?\b`,
    fullRefund: String.raw`\brembours\w+ (?:integral|complet|total)`,
    compensation: String.raw`\bdedommag|\bindemnis`,
    waiver: String.raw`\bexonerer`,
    unlimited: String.raw`\billimite`,
    lifetime: String.raw`\ba vie\b`,
    liability: String.raw`\bpoursuites?\b`,
    secret: String.raw`\bmot de passe\b`,
  },
  certain: { hundred: 'cent', percent: 'pour cent', safe: 'sur' },
  actions: [
    /\b(?:j'ai|nous avons|je viens de|je vais|nous allons) (?:bien |deja )?(?:annul|rembours|chang|modifi|envoy|reserv|supprim|cree|creer|ouvert|ouvrir|trait|transfer|transmis|activ|approuv|expedi)\w*/,
  ],
  offered: null,
}
