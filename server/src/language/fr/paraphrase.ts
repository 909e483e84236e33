import type { Paraphrase } from '#server/language/types.ts'

export const paraphrase: Paraphrase = {
  courtesy: `
  absolument aide aider aimerais ajouter assistant assistance autre bien bienvenue bonjour bonsoir bref brièvement cas
  certainement chat choisir clair clairement client collègue collègues communiquer compréhensible comprendre comprends
  connaître conseiller contact contacter contactez conversation cordialement côté créer demande demander dérangement
  désolé désolée détail détails directement dire dites dispose disposition effet égalemnt également équipe espère
  exemple expliquer faut frustrant général généralement gêne gré heureux heureuse humain hésiter hésitez ia idée
  information informations indiquer inconvénient joindre liste madame main malheureusement message merci moment
  monsieur navré navrée normalement offrir option options ouvrir parler passer patience personne plaisir possible
  pouvoir préciser précision proposer question questions ravi ravie réclamation reformuler regret regrette répondre
  réponse savoir service simple simplement situation souhaiter souhaitez suggérer suivant suivante suivantes sûr
  ticket transmettre utile vérifier veuillez virtuel volontiers voici voilà`,
  joining: `
  afin ainsi alors après avant cependant chaque chacun contre depuis donc durant encore ensuite environ hors jusque
  jusqu lorsque lors mais malgré moins pendant plusieurs plutôt presque près puis quand quelque quelques sauf selon
  sinon sous tandis tel telle tels telles toutefois vers automatiquement immédiatement directement article articles
  compter également aussi cas partir doit devez pouvez`,
  everyday: `
  accepter activer actuel afficher ajouter ajuster appliquer apporter approuver arriver attendre augmenter autoriser
  avoir baisser bloquer changer charger choisir cliquer commencer comparer compléter compter conclure confirmer
  connecter conserver considérer consister consulter contenir continuer corriger coûter créer débuter décider déduire
  demander démarrer dépendre déposer désactiver devenir différent disponible donner durer effectuer éliminer envoyer
  essayer être éviter exister expliquer facile facturer faire fermer final finir fixer fonctionner fournir garder
  gérer gratuit imprimer inclure indiquer informer installer laisser limiter lire livrer maintenir marquer mettre
  modifier montrer nécessaire normal noter nouveau obtenir offrir ouvrir paraître partager passer payer permettre
  placer porter possible pouvoir préférer prendre préparer présenter prévoir procéder recevoir récupérer réduire
  régler remettre remplacer remplir rendre renouveler renvoyer répéter réserver résoudre rester retirer revenir
  sélectionner suffire suivre supprimer terminer tester tourner traiter transférer trouver utiliser valable valide
  venir vérifier voir vouloir`,
}
