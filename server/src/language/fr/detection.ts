import type { Detection } from '#server/language/types.ts'

export const detection: Detection = {
  ngramsFile: new URL('./ngrams.json', import.meta.url),
  shortWords: 'bonjour bonsoir salut merci oui non revoir coucou aide daccord voilà colis commande livraison',
}
