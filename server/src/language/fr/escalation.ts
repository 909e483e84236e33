import type { EscalationWords } from '#server/language/types.ts'

export const escalation: EscalationWords = {
  frustration: `
  frustre, frustree, frustrant, furieux, furieuse, inacceptable, ridicule, scandaleux, marre, perte de temps,
  perdre mon temps, inutile, honteux, une honte, incompetent, incompetents, tres en colere, suis en colere, enerve,
  enervee, tres decu, tres decue, ras le bol, n importe quoi, service nul, tres mecontent, tres mecontente,
  vous ne m aidez pas, ca ne sert a rien, merde, lamentable`,
  complexCases: `
  remboursement, rembourser, rembourse, remboursee, debite deux fois, preleve deux fois, facture deux fois,
  double prelevement, annuler abonnement, annuler mon abonnement, resilier mon abonnement, resiliation,
  supprimer compte, supprimer mon compte, fermer mon compte, cloturer mon compte, paiement echoue, paiement refuse,
  echec du paiement, avocat, action en justice`,
  urgency: `
  urgence, est critique, situation critique, probleme critique, au plus vite, le plus vite possible,
  de toute urgence, est en panne, hors service, tout est bloque`,
  outage: null,
  calm: { negations: 'non|pas|pas si|pas tres', fillers: 'd |une ', urgency: 'urgent|urgence|critique' },
  elisions: '[cdjlmnst]|qu',
}
