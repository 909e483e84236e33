import type { Language } from '#contracts/languages.ts'

/**
 * Words a polite answer is held together with and that state nothing about a business: they need no support. A sentence of these
 * alone is courtesy.
 */
export const COURTESY: Record<Language, string> = {
  en: `absolutely address afraid aid answer answers apologise apologies apologize appreciate apology assist assistance assistant ai able additional
    anything automated available bear bit bot brief briefly certain certainly chat check choose clarify clear clearly colleague
    colleagues concern connect contact conversation course create customer dear definitely detail details directly else
    enquiry example exact exactly explain feel following forward frustrating frustration further glad good great hand handle
    happy hear hello help helpful helps here hi hope human idea inconvenience information inquiry instead issue kind kindly know knowledge let like
    list listed look mean mention message moment more narrow need note offer ok okay online open option options order pass patience patient
    people perhaps person personally pleasure please possible prefer provide question questions reach real really refer regarding
    rephrase reply request right seem select send share short simply situation solve sorry sound speak specific
    specifically start step steps suggest summary support sure talk team tell thank thanks thing ticket together try
    understand understandable unfortunately unsure use useful view virtual visit walk want way welcome wish wonder wonderful word worry yes yep
    yeah best simple easy easily email mail number phone file quick quickly free_to soon happily pleased summarise summarize short-answer mind case depend depends
    general generally usually typically normally currently actual actually main mainly simply together within also just`,
  es: `absolutamente ayuda ayudar ayudarle ayudarte ayudo alegra alegro algo amable asistente atención aclarar además adelante caso charla chat claro claramente cliente
    colega comentar compañero compañeros comprendo comprensible consulta consultar contactar contacto contarme conversación crear cuenta cuente cuéntame dato
    decir decirme detalle detalles dígame directamente disculpa disculpas disculpe duda dudas ejemplo encantado encantada equipo encontrar encontrado entender entiendo
    especificar espero estaré explicar favor frustrante fuera gracias gusto haber hablar hola humano ia información lamento lamentablemente
    lista mano manera más mensaje molestia molestias momento necesitar necesita ofrecer opción opciones pasar paciencia pasos persona personal
    placer poner posible precisar pregunta preguntas preocupe pronto propósito puedo reformular responder respuesta saber seguro sencillo servir
    siento simplemente siguiente situación solicitud sugerir supuesto también ticket tipo usar ustedes útil virtual desafortunadamente
    asimismo generalmente normalmente general`,
  fr: `absolument aide aider aimerais ajouter assistant assistance autre bien bienvenue bonjour bonsoir bref brièvement cas certainement chat choisir clair clairement client
    collègue collègues communiquer compréhensible comprendre comprends connaître conseiller contact contacter contactez conversation cordialement
    côté créer demande demander dérangement désolé désolée détail détails directement dire dites dispose disposition effet égalemnt également équipe espère
    exemple expliquer faut frustrant général généralement gêne gré heureux heureuse humain hésiter hésitez ia idée information informations indiquer inconvénient joindre
    liste madame main malheureusement message merci moment monsieur navré navrée normalement offrir option options ouvrir parler passer
    patience personne plaisir possible pouvoir préciser précision proposer question questions ravi ravie réclamation reformuler
    regret regrette répondre réponse savoir service simple simplement situation souhaiter souhaitez suggérer suivant suivante suivantes sûr ticket transmettre utile
    vérifier veuillez virtuel volontiers voici voilà`,
  de: `absolut allgemein angabe angaben angelegenheit anfrage anliegen antwort antworten assistent assistentin auskunft ausführen bedauere bedaure beantworten bedanken
    bedeuten beispiel beispielsweise bescheid bestimmt bitten chat danke dank details direkt eindeutig entschuldigen entschuldigung erklären erreichen
    erstellen finden folgend folgende folgenden fragen frag freundlich freut freue freuen frustrierend gefunden generell genau gerne gern gespräch hallo
    helfen helfe hilfe hilfreich hinweis hoffe information informationen ja kann kein keine klar klären kollege kollegen kollegin kontakt kontaktieren konkret
    kunde kundin kurz leid leider liste liegt mensch menschlich melden mitarbeiter mitarbeiterin mitteilen möchten möglichkeit moment mögen nachricht natürlich nennen
    normalerweise option optionen person persönlich problem rückmeldung sagen schildern schreiben schritt schritte selbstverständlich sicher situation
    sprechen stehen support tut team teilen ticket tun umformulieren unannehmlichkeit unannehmlichkeiten unterstützen unterstützung unbedingt verbinden verfügung verstehe verstehen verständlich virtuell
    weiterhelfen weiterleiten weitergeben weiter weitere weiteren wenden willkommen wünschen zögern zusammenfassung`,
}

/**
 * Words that join, weigh and point, beyond the stop words of the search: a paraphrase swaps them freely and they state nothing.
 * Contractions without their apostrophe, as the words are read.
 */
export const JOINING: Record<Language, string> = {
  en: `theres arent isnt wasnt werent hasnt havent hadnt doesnt dont didnt wont wouldnt cant couldnt shouldnt youll well youd weve theyve theyll
    itll thats whats heres although though however therefore thus hence because since while whereas whether unless until once
    either neither both each every another other others further furthermore additionally moreover otherwise instead meanwhile afterwards afterward
    after before during within without across around approximately roughly almost nearly about likely probably possibly maybe might must
    should shall may per plus including include excluding such same own various several few most least less rather quite
    directly immediately automatically specifically particularly especially item items thing things way part kind type case
    outside inside beside between reason reasons remember mind sure next previous later earlier again still even ever soon away back up down off out over under`,
  es: `aunque además sino mientras cuando donde después antes luego entonces cada ambos ambas otro otra otros otras alguno alguna algunos algunas mismo misma
    dentro fuera según durante mediante hacia incluso incluido aproximadamente casi unos unas partir tras tal tales cualquier inmediatamente automáticamente
    directamente artículo artículos también plazo través etc debe deberá puede podrá hasta`,
  fr: `afin ainsi alors après avant cependant chaque chacun contre depuis donc durant encore ensuite environ hors jusque jusqu lorsque lors mais malgré
    moins pendant plusieurs plutôt presque près puis quand quelque quelques sauf selon sinon sous tandis tel telle tels telles toutefois vers automatiquement
    immédiatement directement article articles compter également aussi cas partir doit devez pouvez`,
  de: `aber allerdings anschließend außerdem außerhalb bereits beide beiden bevor dabei dadurch dafür danach dann daher davor dazu dennoch deshalb ebenfalls
    eher etwa falls ferner gegebenenfalls hierbei hierfür hierzu innerhalb insbesondere jede jeder jedes jedoch jeweils lediglich mindestens höchstens nachdem
    nächste nächsten nun obwohl sobald sodass sofern sofort sogar somit sonst sowie sowohl trotzdem ungefähr während wobei wodurch womit zudem zuerst zunächst zusätzlich
    automatisch direkt unmittelbar artikel sache ab bis unter über muss müssen kann können`,
}

/** Forms of one word that its stem does not bring together. */
const irregular = (list: string): string[] => list.split(',').map((group) => group.trim())

/** Words that say the same in customer support; one of a group supports another. */
export const SYNONYMS: Record<Language, string[]> = {
  en: [
    ...irregular(`send sent, pay paid payment, keep kept, buy bought, take took taken, leave left remain remaining, get got gotten receive have, sell sold, break broke broken,
      hold held keep, make made create, build built, find found, tell told, give gave given, choose chose chosen choice, write wrote written, ride rode ridden,
      begin began begun, know knew known, see saw seen, teach taught, bring brought, lose lost, mean meant, meet met, run ran, speak spoke spoken, stand stood,
      tooth teeth, foot feet, child children, person people, man men, woman women, wear wore worn, drive drove driven, grow grew grown, fall fell fallen, show shown`),
    'cost price charge fee pay',
    'buy purchase order get',
    'return send_back bring_back',
    'shop store',
    'phone telephone call ring',
    'mail email e-mail write',
    'fix repair mend',
    'ship deliver delivery post dispatch shipping shipment arrive',
    'parcel package',
    'cancel stop end terminate',
    'open start launch',
    'pick choose select',
    'begin start',
    'cover include',
    'bike bicycle',
    'tyre tire',
    'person people human agent',
    'keep store retain',
    'refund money_back reimburse reimbursement',
    'error fault defect problem issue',
    'receive get arrive',
    'complete finish full fully',
    'replace exchange swap replacement',
    'sign log login',
    'setting settings menu',
    'erase delete remove',
    'allow permit let',
    'member user person people seat',
    'collect pick_up pickup',
    'customer client',
    'take last need require',
    'hour hours',
    'photo picture image',
    'appointment booking visit book',
    'immediately once instantly straight right',
    'extra more additional further',
    'limit maximum max most capped',
    'valid hold last good apply',
    'include cover contain add come',
    'exam examination check',
    'maintenance work',
    'upgrade up move',
    'downgrade down move',
    'bill paid invoice charge',
    'percent percentage cent per_cent',
    'wait hold keep reserve set_aside',
    'yearly annual year annually',
    'monthly month',
    'daily day',
    'weekly week',
    'free charge cost gratis',
    'permanently good forever',
    'notify tell inform write mail told',
    'deduct off take taken',
    'waive pass let',
    'recommend advise advisable',
    'available free offer',
    'assemble build built',
    'reply answer respond',
    'valid good',
    'original paid same',
    'store save keep',
    'manufacture make making maker',
    'permit allow accept take',
    'require need ask',
    'connect connection link',
    'less lower reduce smaller',
    'more higher increase larger',
    'slight little few bit',
    'remove take erase withdraw',
    'insert put add enter',
    'security safety safe secure protect',
    'verify check confirm',
    'consultation talk visit appointment',
    'everyone everybody all whole',
    'medication medicine medicines drug',
    'reply answer respond',
    'include send say',
    'balance left remain anything',
    'sale sold',
    'employer company work',
    'sync synchronise synchronize synchronization work',
  ],
  es: [
    'precio coste costo costar tarifa cuesta',
    'comprar pedir adquirir compra pedido',
    'devolver devolución retornar',
    'enviar envío entrega entregar mandar llegar',
    'tienda local',
    'reembolso reembolsar dinero',
    'arreglar reparar reparación',
    'teléfono llamar llamada',
    'correo email escribir',
    'cancelar anular',
    'elegir seleccionar escoger',
    'incluir cubrir',
  ],
  fr: [
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
  ],
  de: [
    'preis kosten kostet gebühr kosten bezahlen',
    'kaufen bestellen kauf bestellung',
    'zurückgeben zurücksenden rückgabe retoure zurückschicken rücksendung',
    'liefern lieferung versand versenden zustellen zustellung',
    'laden geschäft',
    'erstatten erstattung rückerstattung geld',
    'reparieren reparatur',
    'telefon anrufen anruf',
    'mail email e-mail schreiben',
    'kündigen stornieren abbrechen',
    'wählen auswählen',
    'enthalten inklusive abdecken',
  ],
}
