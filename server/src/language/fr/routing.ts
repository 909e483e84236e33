import type { RoutingWords } from '#server/language/types.ts'

export const routing: RoutingWords = {
  types: {
    technical: {
      strong: `
  ne demarre, ne sallume, ne fonctionne pas, ne fonctionne plus, ne marche pas, ne marche plus, ne charge pas,
  ne souvre pas, ne demarre pas, erreur*, bogue*, plante, plantage*, ecran noir, ecran blanc, installer,
  installation, configurer, redemarrer, en panne, narrive pas a me connecter, impossible de me connecter, depannage`,
      weak: 'lent, lente, mise a jour, navigateur, connexion, appareil, batterie, ecran, reparer',
    },
    sales: {
      strong: `
  remise*, idee cadeau, prix, tarif, tarifs, combien coute, combien coutent, combien ca coute, acheter, achat, devis,
  remise, reduction*, promo, promotion*, essai gratuit, quelle offre, quelles offres, en stock, difference entre,
  recommand*, conseillez, bon cadeau`,
      weak: 'offre, offres, disponible*, taille, cher, moins cher, forfait, essai, cadeau',
    },
    billing: {
      strong: `
  montant errone, facture*, facturation, preleve*, prelevement*, debite*, rembours*, paiement*, payer, paye,
  carte bancaire, carte de credit, recu de paiement, tva, resilier, resiliation, abonnement, renouvellement,
  virement`,
      weak: 'annuler, solde, frais, montant',
    },
    security: {
      strong: `
  ce netait pas moi, tiers, mot de passe, mots de passe, pirat*, securite, securise*, fraude*, vole, volee, suspect*,
  confidentialite, donnees personnelles, mes donnees, protection des donnees, double authentification, deux facteurs,
  rgpd, arnaque*, chiffre*, hameconnage, usurp*`,
      weak: 'acces, attaque, bloque, bloquee',
    },
    integration: {
      strong:
        'integr*, connecter a, connecter avec, synchroniser avec, exporter, importer, extension, module complementaire',
      weak: 'connecter, developpeur*',
    },
    escalation: {
      strong: `
  superieur, plainte, reclamation*, me plaindre, inacceptable, furieu*, avocat, personne ne repond, troisieme fois,
  urgent, urgence, scandal*, honteux, ras le bol, parler a une personne, parler a un humain, vrai conseiller`,
      weak: 'decu, decue, colere',
    },
    feedback: {
      strong: `
  vous devriez, jaime, suggestion*, suggerer, avis, commentaire*, ameliorer, amelioration*, ce serait bien,
  ce serait genial, sondage, jadore, bravo, felicitations, beau travail, retour dexperience`,
      weak: 'idee, idees',
    },
  },
  subjectFillers: '',
}
