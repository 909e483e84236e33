export const synonyms: readonly string[] = [
  'prix coût coûter tarif coûte',
  'acheter commander achat commande',
  'retourner renvoyer retour',
  'livrer livraison envoyer envoi expédier arriver',
  'magasin boutique',
  'rembourser remboursement argent',
  'réparer réparation',
  'téléphone appeler appel',
  'courriel mail email écrire',
  'annuler résilier',
  'choisir sélectionner',
  'inclure comprendre couvrir compris inclus',
]
