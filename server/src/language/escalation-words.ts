/*
 * The words escalation is recognised by, in the four languages together: a customer may write any of them whatever the
 * chat's language is. All are matched as whole words against text in lower case, without accents and apostrophes
 * ("I'm" → "im"), with single blanks. A list entry may hold several words.
 */

const list = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Talking to the business as such asks for a person too, unless the knowledge tells how and when to reach it. */
export const serviceDesk =
  /\b(?:talk|talking|speak|speaking|chat|chatting|hablar|parler|discuter|sprechen|reden) (?:[a-z]+ ){0,3}(?:customer (?:service|support|care|assistance)|support|atencion al cliente|servicio al cliente|soporte|service client|kundenservice|kundendienst)\b|\b(?:kundenservice|kundendienst|support) (?:sprechen|reden)\b/

/** Said of nothing but the wish for a person, wherever they stand. */
export const personPhrases = list(`
  speak to human, speak to a human, human agent, live agent, real agent, live person, real person, actual person, real human, actual human,
  human being, live chat, human support, human operator, live operator, human representative, live representative, customer service representative,
  customer service agent, support agent, support representative, call me back, get in touch with a person, human please, agent please, speak to manager,
  agente humano, persona real, persona de verdad, ser humano, atencion humana, asesor humano, operador humano, agente real, hablar con un humano,
  agente en vivo, chat en vivo, soporte humano, agente de verdad, que me llamen, llamadme,
  agent humain, vraie personne, etre humain, personne reelle, conseiller humain, vrai conseiller, vrai agent, agent en direct, conseiller en direct,
  service humain, operateur humain, rappelez moi,
  echten menschen, echter mensch, echte person, echten person, menschlichen mitarbeiter, menschlicher mitarbeiter, menschlichen agenten,
  live mitarbeiter, live agent, lebenden menschen, richtigen menschen, richtiger mensch, rufen sie mich an, ruft mich an, ruckruf
`)

/** Talking of any kind: with a person named soon after, it asks for one. */
export const talkVerbs = words(`
  talk talking speak speaking chat chatting contact contacting communicate communicating converse conversing touch discuss
  hablar hable hablo hablamos conversar charlar chatear contactar contactarme comunicarme comunicar comunicarse contacto contacte
  parler parle discuter contacter joindre communiquer echanger dialoguer tchatter chatter appeler
  sprechen spreche reden rede chatten kontaktieren unterhalten kontakt telefonieren
`)

/** Reaching: with a helper named, or with "me" and anybody. "Connect someone to my account" asks for nobody. */
export const linkVerbs = words(`
  connect connecting reach reaching
  conectar conectarme localizar
  atteindre
  erreichen erreiche
`)

/** Bringing of any kind: asks for a person only with "me" (or its like) beside it. */
export const bringVerbs = words(`
  transfer transferring redirect direct forward put pass give get hand switch escalate refer route bring let assign
  transferir transferirme transfiere transfiera transfieran transfierame pasar paseme pasame paseme ponme pongame ponganme pasenme comunicame comuniqueme
  deme dame conecteme conectame
  transferer transferez transfere passer passez passe mettre mettez diriger dirigez donnez rediriger
  verbinden verbinde verbindet weiterleiten leiten leite gib geben stellen stell holen hol durchstellen
`)
export const me = words('me us m nous mich mir uns meme me nos')

/** Wishing: asks for a person only when the person follows directly (articles and adjectives aside). */
export const wishVerbs = words(`
  want need wanna wants prefer require request demand requesting
  quiero necesito prefiero exijo quisiera solicito pido
  veux voudrais souhaite exige prefere demande besoin
  will mochte moechte brauche verlange bevorzuge benotige benoetige
`)

/** Roles nobody but a helper has. */
export const helperRoles = words(`
  human humans agent agents operator operators representative representatives rep reps supervisor supervisors manager managers
  advisor adviser advisors specialist attendant teammate staff employee csr
  humano humana humanos agente agentes operador operadora operadores representante representantes supervisor supervisora gerente encargado encargada
  asesor asesora asesores responsable empleado empleada jefe
  humain humaine humains agents operateur operatrice representant representante superviseur conseiller conseillere conseillers gestionnaire
  employe employee technicien
  mensch menschen mitarbeiter mitarbeiterin mitarbeitern berater beraterin kundenberater kundenberaterin agenten vorgesetzter vorgesetzten
  manager sachbearbeiter ansprechpartner servicemitarbeiter supportmitarbeiter betreuer
`)

/** Anybody: means a helper only as the one to talk to. */
export const anyoneRoles = words(`
  person someone somebody anyone anybody people assistant assistants team individual
  persona personas alguien asistente asistentes equipo
  personne quelquun quelqu assistant assistante equipe
  person jemand jemanden jemandem assistent assistenten team personen
`)

/** Between a wish and the person wished for. */
export const adjectives = words(`
  a an the some your to with live real actual human physical another different senior better proper any one of
  customer support service un una el la los las su con a hablar otro otra verdadero verdadera real
  une le l d de du des avec votre vrai vraie autre parler
  einen einem einer eine ein den dem der ihren ihrem mit zu echten echter echte richtigen anderen menschlichen
`)

/** The helpers that are not persons: refusing them asks for one. */
export const machines = words(
  'bot bots chatbot robot robots machine machines computer ai algorithm maquina ordinateur maschine roboter ki ia',
)
export const refusals = words(`
  not dont no stop never without tired sick hate instead rather than isnt
  sin basta odio harto harta
  pas sans arrete arretez marre deteste
  nicht kein keine keinem keinen ohne statt genug hasse
`)

/** "I do not want to talk to an agent": the person is not wished for. */
export const declined = list(`
  dont want, do not want, dont need, do not need, dont want to, do not want to, dont need to, do not need to, no need to, rather not, dont wish to, without having to, without, dont make me,
  no quiero, no necesito, sin tener que, sin, no hace falta,
  ne veux pas, pas besoin de, sans avoir a, sans devoir, sans,
  nicht mit, ohne, will nicht, mochte nicht, keinen, mochte keinen
`)

/** After the person: a third party is meant ("the person who sent it", "someone else"). */
export const thirdParty = words('who whom that whose which else i que quien dont qui der die das whos')

/** Unmistakable anger, wherever it stands. */
export const frustrationPhrases = list(`
  frustrated, frustrating, so frustrated, furious, unacceptable, ridiculous, outrageous, fed up, waste of time, waste of my time, wasting my time, useless,
  bullshit, wtf, pathetic, incompetent, sick and tired, sick of this, sick of you, had enough of, this is a joke, what a joke, not helping, not helpful,
  you are no help, no help at all, disgusted, disgusting, disgraceful, appalling, pissed off, worst service, worst company, worst support,
  worst experience, terrible service, terrible support, awful service, horrible service, terrible experience, awful experience, horrible experience,
  company is terrible, you people, this is insane, losing my patience, lost my patience, driving me crazy, never works, nothing works, how many times do i have to,
  im angry, so angry, very angry, really angry, am angry, im annoyed, so annoyed, very annoyed, really annoyed, annoying, im upset, very upset, so upset,
  very unhappy, really unhappy, very disappointed, really disappointed, so disappointed, extremely disappointed, screw you, fuck, fucking, fuck you,
  frustrado, frustrada, frustrante, furioso, furiosa, inaceptable, ridiculo, vergonzoso, harto, harta, perdida de tiempo, perder el tiempo, inutil, inutiles,
  indignante, pesimo servicio, pesima atencion, mal servicio, muy enfadado, muy enfadada, muy enojado, muy enojada, estoy enfadado, estoy enojado,
  no sirve de nada, no me ayuda, una verguenza, es una broma, muy decepcionado, muy decepcionada, mierda, indignado, indignada,
  frustre, frustree, frustrant, furieux, furieuse, inacceptable, ridicule, scandaleux, marre, perte de temps, perdre mon temps, inutile, honteux, une honte,
  incompetent, incompetents, tres en colere, suis en colere, enerve, enervee, tres decu, tres decue, ras le bol, n importe quoi, service nul, tres mecontent,
  tres mecontente, vous ne m aidez pas, ca ne sert a rien, merde, lamentable,
  frustriert, frustrierend, wutend, inakzeptabel, lacherlich, unverschamt, unverschamtheit, zeitverschwendung, nutzlos, unfahig, frechheit, die nase voll,
  schnauze voll, es reicht, mir reichts, sehr verargert, bin verargert, stinksauer, bin sauer, sehr enttauscht, schlechter service, miserabler service,
  eine zumutung, ein witz, hilft mir nicht, keine hilfe, scheisse, katastrophal, unmoglich von ihnen
`)

/** Cases a person has to decide; they escalate only when the knowledge has no answer. */
export const complexPhrases = list(`
  refund, refunded, refunds, money back, charged twice, double charged, charged double, double charge, overcharged, wrongly charged, unauthorized charge,
  unauthorised charge, chargeback, cancel subscription, cancel my subscription, cancel the subscription, cancelling my subscription, end my subscription,
  delete account, delete my account, delete the account, close my account, payment failed, payment fails, failed payment, payment was declined,
  legal action, lawyer, file a complaint, data breach, account hacked, account was hacked,
  reembolso, reembolsos, devolver el dinero, devolucion del dinero, cobrado dos veces, cobraron dos veces, cobro doble, doble cobro,
  cancelar suscripcion, cancelar mi suscripcion, cancelar la suscripcion, eliminar cuenta, eliminar mi cuenta, borrar mi cuenta, cerrar mi cuenta,
  pago fallido, pago rechazado, fallo el pago, abogado, acciones legales, reclamacion,
  remboursement, rembourser, rembourse, remboursee, debite deux fois, preleve deux fois, facture deux fois, double prelevement, annuler abonnement, annuler mon abonnement,
  resilier mon abonnement, resiliation, supprimer compte, supprimer mon compte, fermer mon compte, cloturer mon compte, paiement echoue, paiement refuse,
  echec du paiement, avocat, action en justice,
  ruckerstattung, erstattung, erstatten, geld zuruck, doppelt abgebucht, doppelt berechnet, zweimal abgebucht, zweimal berechnet, abo kundigen, abonnement kundigen,
  mein abo kundigen, konto loschen, mein konto loschen, account loschen, zahlung fehlgeschlagen, zahlung abgelehnt, anwalt, rechtliche schritte
`)

/** Haste or an outage, wherever they stand. "Down" alone stands for many things: see `outage`. */
export const urgencyPhrases = list(`
  urgent, urgently, urgency, emergency, asap, critical, critically, as soon as humanly possible, life or death, right this second,
  urgente, urgentemente, emergencia, es critico, error critico, estado critico, situacion critica, cuanto antes, lo antes posible, de inmediato, no funciona nada, esta caido, esta caida, se ha caido, se cayo,
  urgence, est critique, situation critique, probleme critique, au plus vite, le plus vite possible, de toute urgence, est en panne, hors service, tout est bloque,
  dringend, dringende, dringendes, dringender, eilig, eilt, notfall, kritisch, so schnell wie moglich, schnellstmoglich, sofortige hilfe, ist ausgefallen, alles steht still,
  totalausfall, ist down
`)

/** A service that is down: after a form of "to be", or a named service that is or went. Never "down payment". */
export const outage = new RegExp(
  String.raw`\b(?:(?:is|are|was|were|be|been|its|whats|still|completely|totally)|` +
    '(?:site|website|server|servers|system|systems|app|service|services|network|internet|wifi|page|shop|store|checkout|login|api|platform|portal|everything)' +
    String.raw`(?: has| have| keeps| keep)?(?: went| gone| goes| going)?) down\b(?! (?:payments?|to|the|a|an|on|for|jacket|syndrome|there|below|under)\b)`,
)

/** What takes the haste out again. */
export const calm =
  /\b(?:not|isnt|nothing|no|never|nor|non|pas|kein|keine|nicht|nicht so|no es|not that|not so|not very|not really|nothing that|pas si|pas tres) (?:an? |an actual |tan |muy |que |d |une )?(?:urgent|urgency|emergency|critical|asap|urgente|emergencia|critico|urgence|critique|dringend|eilig|notfall|kritisch)\b/g
