import type { ComparisonWords } from '#server/language/types.ts'

export const comparison: ComparisonWords = {
  topics: {
    return: 'retour retours retourner retourné retournés renvoyer renvoyé rétractation rendre rendu',
    refund: 'remboursement remboursements rembourser remboursé',
    delivery: 'livraison livraisons livrer livrons livrez livré expédition expédier expédions envoi envois',
    price: 'prix coûte coûtent coût coûts tarif tarifs frais montant',
    warranty: 'garantie garanties garanti',
    hours:
      'ouvre ouvrent ouvert ouverte ouverts ouverture ferme ferment fermé fermée fermés fermeture horaire horaires',
    cancel: 'annuler annulé annulée annulation annulations résilier résiliation',
    change: 'modifier modifié modification',
    booking: 'réserver réservé réservée réservation réservations',
    appointment: 'rendez-vous',
    register: 'inscription inscriptions inscrire',
    rent: 'location locations loue louent louer loué louée',
    deposit: 'caution cautions acompte arrhes',
    discount: 'remise remises réduction réductions rabais',
    admission: 'entrée entrées billet billets',
    payment: 'paiement paiements payer paie payez règlement',
    card: 'carte cartes',
    parking: 'parking stationnement stationner',
    arrival: 'arrivée check-in',
    departure: 'départ check-out',
    pet: 'animal animaux',
    email: 'courriel email e-mail mail',
    phone: 'téléphone appelez appeler numéro joindre',
    address: 'adresse',
    repair: 'réparation réparations réparer',
    invoice: 'facture factures',
    person: 'personne personnes invité invités hôtes participants utilisateurs',
    weight: 'poids peser pèse',
    upload: 'téléverser',
  },
  common: `
  normal normale standard général article articles produit produits commande commandes achat client clients possible
  délai délais avez avoir dure durer prend prendre prêt vaut valable valoir jusqu dès dans avant après maximum minimum
  plus moins chaque tous toutes seulement aussi écrivez écrire envoyez information informations conditions règles page
  contact jour jours semaine semaines mois an ans année années heure heures minute minutes euro euros compris comprise
  compris comprises gratuit gratuite gratuits payant payante autorisé autorisés interdit interdits obligatoire
  nécessaire donne vous nous faut gardé garder pendant combien temps temps-là puis peut peuvent être amener quel quelle magasin pays formulaire liste entre boutique entreprise question questions emballage`,
  special: `
  express urgent international étranger enfant enfants adulte adultes étudiant étudiants élèves sénior seniors membre
  membres groupe groupes famille familles week-end férié fériés ligne soldes ouvert occasion numérique premium basique
  solo duo urgence presse première deuxième petit petite grand grande privé`,
  predicateAfter: `
  peut peuvent être est sont se vous nous on il ils ne doit doivent a ont été n'est n'êtes`,
  afterCommand: 'le la les votre vos un une',
  namedAfter: '',
  opposites: {
    free: {
      yes: 'gratuit gratuite gratuits gratuites gratuitement sans_frais offert offerte',
      no: 'payant payante payants supplément',
    },
    included: { yes: 'compris comprise comprises inclus incluse comprend', no: 'exclu exclue supplément sus sans' },
    allowed: {
      yes: 'autorisé autorisée autorisés autorisées permis permise admis admise acceptés accepté acceptée possible',
      no: 'interdit interdite interdits interdites impossible refusé refusés',
    },
    needed: {
      yes: 'obligatoire nécessaire requis requise faut indispensable',
      no: 'facultatif facultative optionnel optionnelle',
    },
    open: { yes: 'ouvre ouvrent ouvert ouverte ouverts', no: 'ferme ferment fermé fermée fermés' },
    refundable: { yes: 'remboursable remboursables', no: 'non_remboursable non_remboursables' },
  },
  bounds: {
    least: 'au moins|minimum(?: de)?|plus de|à partir de|dès',
    most: "au plus|au maximum|maximum(?: de)?|jusqu['’]à|moins de|sous|dans les",
    from: 'à partir d[eu]|dès|de|depuis|du',
    until: "jusqu['’](?:à|au)|avant(?: le)?|au",
  },
  each: 'par|la|le|chaque',
  age: "d['’](?:âge|ancienneté)",
  workingDays: 'jours? (?:ouvrés?|ouvrables?)',
  beforeHour: "à|de|dès|vers|jusqu['’]à",
  minutesInWords: { 'et demie': 30, 'et quart': 15 },
  street: { words: 'rue|avenue|boulevard|place|chemin|quai|allée|impasse', isFirst: true, numberFirst: true },
}
