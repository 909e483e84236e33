import type { InjectionPatterns } from '#server/language/types.ts'

export const injection: InjectionPatterns = {
  patterns: [
    /\b(ignore[rsz]?|oublie[rsz]?|neglige[rsz]?|contourne[rsz]?)\b.{0,40}\b(instruction|consigne|regle|directive|message|prompt)/,
    /\b(tu es|vous etes)\b.{0,12}\b(maintenant|desormais)\b|\b(a partir de maintenant|desormais)\b.{0,30}\b(tu|vous|repond)/,
    /\b(montre|revele|repete|affiche|donne)\w*\b.{0,40}\b(prompt|instructions|consignes|cle api|message systeme)/,
    /\b(repond|dis|dites|ecri)\w*\b.{0,24}\b(exactement|seulement|uniquement|toujours|mot pour mot|le mot)\b/,
    /\bmode developpeur\b/,
  ],
  insert: { verbs: 'ajoute[rz]?|inclu[se][rz]?|insere[rz]?', objects: 'lien|image|reponse' },
  address: { heads: 'message|attention|remarque', prepositions: 'pour|l', machines: 'ia|modele' },
  renewed: { adjectives: 'nouvelle|nouvelles', nouns: 'consigne' },
}
