import type { SearchWords } from '#server/language/types.ts'

export const search: SearchWords = {
  stemmer: 'french',
  elides: true,
  stopWords: `
  a ai aie as au aucun aussi aux avait avec avez avoir avons bonjour c ce cela ces cet cette ceux ci comme d dans de
  des donc du elle elles en es est et etait etaient etes etre eu eux fait faire il ils j je l la le les leur leurs lui
  m ma mais me merci mes moi mon n ne ni nos notre nous on ont ou où par pas peut peux plus pour pourrais puis puisje
  qu quand que quel quelle quelles quels qui quoi s sa salut sans se sera ses si son sont sous suis sur t ta te tes
  toi ton tous tout tu un une vos votre vous y à été être même meme estce comment`,
  weakWords: `
  actuellement aide aider aimerais alors apres après aujourdhui aujourd hui avant avis besoin bien bientot bientôt bon
  bonne cas chose combien connaitre connaître demain depuis devoir dire dit dois donner encore faut façon fois hier
  heure heures ici information informations jamais jour jours mieux moment normalement nouveau nouvelle obtenir oui
  parce passe personne plait plaît possible pourquoi pouvez pouvoir premier problème probleme prochain quelque
  quelquun quelques question raison rien savoir sais semaine semaines serait seulement soit souvent svp tard temps
  toujours trop trouver utiliser va veux vais voir voudrais vouloir vraiment`,
  questionWords: 'voudrais veux besoin savoir plait svp aide',
  spellings: {},
}
