import type { ToneWords } from '#server/language/types.ts'

export const tone: ToneWords = {
  urgent: 'urgence, immédiatement, tout de suite, au plus vite, dès que possible, en panne, cassé, cassée',
  pressing: "aujourd'hui, vite, bientôt, délai, j'attends",
  complex: `
  intégration, intégrer, configurer, configuration, migrer, code d'erreur, complexe, compliqué, avancé, comparer,
  différence entre`,
  positive: 'merci, super, parfait, génial',
  confused: 'je ne comprends pas, pas clair, perdu, perdue, je ne sais pas',
  detailed: 'en détail, détaillé, étape par étape, expliquez, explique-moi',
  quick: 'brièvement, en bref, question rapide',
}
