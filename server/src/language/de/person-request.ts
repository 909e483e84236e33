import type { PersonRequestWords } from '#server/language/types.ts'

export const personRequest: PersonRequestWords = {
  phrases: `
  echten menschen, echter mensch, echte person, echten person, menschlichen mitarbeiter, menschlicher mitarbeiter,
  menschlichen agenten, live mitarbeiter, live agent, lebenden menschen, richtigen menschen, richtiger mensch,
  rufen sie mich an, ruft mich an, ruckruf`,
  talkVerbs: 'sprechen spreche reden rede chatten kontaktieren unterhalten kontakt telefonieren',
  linkVerbs: 'erreichen erreiche',
  bringVerbs: 'verbinden verbinde verbindet weiterleiten leiten leite gib geben stellen stell holen hol durchstellen',
  wishVerbs: 'will mochte moechte brauche verlange bevorzuge benotige benoetige',
  me: 'mich mir uns',
  helperRoles: `
  mensch menschen mitarbeiter mitarbeiterin mitarbeitern berater beraterin kundenberater kundenberaterin agenten
  vorgesetzter vorgesetzten manager sachbearbeiter ansprechpartner servicemitarbeiter supportmitarbeiter betreuer`,
  anyoneRoles: 'person jemand jemanden jemandem assistent assistenten team personen',
  adjectives:
    'einen einem einer eine ein den dem der ihren ihrem mit zu echten echter echte richtigen anderen menschlichen',
  machines: 'bot roboter maschine computer ki',
  refusals: 'nicht kein keine keinem keinen ohne statt genug hasse',
  declined: 'nicht mit, ohne, will nicht, mochte nicht, keinen, mochte keinen',
  thirdParty: 'der die das',
  serviceDesk: { talk: 'sprechen|reden', desk: 'kundenservice|kundendienst|support' },
  verbLast: { companion: 'mit', desk: 'kundenservice|kundendienst|support', verbs: 'sprechen|reden' },
}
