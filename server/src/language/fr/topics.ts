import type { TopicWords } from '#server/language/types.ts'

export const topics: TopicWords = {
  refund: 'rembours\\w*',
  double_charge: '(debite|preleve|facture)\\w* deux fois',
  invoice: 'factures?|recus?',
  subscription: 'abonnements?',
  payment: 'paiements?|payer|carte bancaire',
  password: 'mots? de passe',
  second_factor: 'code de verification',
  locked_account: 'compte bloque',
  sign_in: 'se connecter|me connecter|connexion a mon compte',
  integration: 'integrations?',
  installation: 'installer|installation',
  slow: 'lent|lente',
  connection: 'connexion|hors ligne',
  error: 'erreurs?',
  broken: 'ne (marche|fonctionne) (pas|plus)|en panne',
}
