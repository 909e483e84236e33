import type { PersonRequestWords } from '#server/language/types.ts'

export const personRequest: PersonRequestWords = {
  phrases: `
  agent humain, vraie personne, etre humain, personne reelle, conseiller humain, vrai conseiller, vrai agent,
  agent en direct, conseiller en direct, service humain, operateur humain, rappelez moi`,
  talkVerbs: 'parler parle discuter contacter joindre communiquer echanger dialoguer tchatter chatter appeler',
  linkVerbs: 'atteindre',
  bringVerbs: 'transferer transferez transfere passer passez passe mettre mettez diriger dirigez donnez rediriger',
  wishVerbs: 'veux voudrais souhaite exige prefere demande besoin',
  me: 'm nous',
  helperRoles: `
  humain humaine humains agents operateur operatrice representant representante superviseur conseiller conseillere
  conseillers gestionnaire employe employee technicien`,
  anyoneRoles: 'personne quelquun quelqu assistant assistante equipe',
  adjectives: 'un une le l d de du des avec votre vrai vraie autre parler',
  machines: 'robot machine ordinateur ia',
  refusals: 'pas sans arrete arretez marre deteste',
  declined: 'ne veux pas, pas besoin de, sans avoir a, sans devoir, sans',
  thirdParty: 'que qui dont',
  serviceDesk: { talk: 'parler|discuter', desk: 'service client' },
  verbLast: null,
}
