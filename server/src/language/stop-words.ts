import type { Language } from '#contracts/languages.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/**
 * Words that say nothing about the subject, per language, written without apostrophes ("don't" → "dont").
 * Question words stay out of the English list on purpose: "how long" and "where" tell FAQs apart.
 */
export const stopWords: Record<Language, ReadonlySet<string>> = {
  en: words(`a an and are as at be been being but by can cant cannot could couldnt did didnt do does doesnt doing dont
    for from had hadnt has hasnt have havent having he her hers here hi him his hello hey i id if ill im in into is isnt it its itself
    ive just let lets me mine my myself of on or our ours ourselves she should shouldnt so some such than thank thanks that
    thats the their theirs them then there these they theyre this those to too u up ur us very was wasnt we were werent
    will with wont would wouldnt ya yes you your yours yourself youre am im any about also ok okay`),
  es: words(`a al ante aun aunque bajo como con cual cuales cuando de del desde donde e el ella ellas ellos en entre era
    eran es esa esas ese eso esos esta estaba estado estan estar estas este esto estos estoy fue ha habia han has hasta hay he
    hola gracias la las le les lo los mas me mi mis mucho muy ni no nos nosotros nuestra nuestro o os otra otro para pero
    por porque puedo puede pueden que quien se ser si sin sobre son soy su sus tambien te tengo tiene tienen ti tu tus
    un una unas uno unos usted ustedes y ya yo cuál qué cómo cuándo dónde está están sí él tú también más había`),
  fr: words(`a ai aie as au aucun aussi aux avait avec avez avoir avons bonjour c ce cela ces cet cette ceux ci comme
    d dans de des donc du elle elles en es est et etait etaient etes etre eu eux fait faire il ils j je l la le les leur leurs lui
    m ma mais me merci mes moi mon n ne ni nos notre nous on ont ou où par pas peut peux plus pour pourrais puis puisje qu quand que
    quel quelle quelles quels qui quoi s sa salut sans se sera ses si son sont sous suis sur t ta te tes toi ton tous tout tu un une
    vos votre vous y à été être même meme estce comment`),
  de: words(`aber alle allem allen aller alles als also am an auch auf aus bei bin bis bist bitte da damit dann das dass
    dein deine dem den der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es
    euch euer eure für fur fuer gibt hab habe haben hallo hat hatte hatten hi ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ist ja
    jede jeder jedes kann kannst können konnen koennen könnte man mein meine meinem meinen meiner mich mir mit muss müssen nach nein nicht
    noch nur ob oder ohne sein seine sich sie sind so über uber ueber um und uns unser unsere vom von vor war waren was weil welche welcher
    welches wenn wer werden wie wieder will wir wird wo wurde wurden zu zum zur danke hey warum wann`),
}

/**
 * Words any customer may add to any question ("please", "want", "today"). A small knowledge base has not met enough
 * text to learn that they are common, so they count for little from the start.
 */
export const weakWords: Record<Language, ReadonlySet<string>> = {
  en: words(`able actually again already anyone anything appreciate ask asking back because best call came cause come
    currently day days difference different else even ever exactly explain find fine first get gets getting give go goes going gonna good got
    guys happen happened happening happens help helping how however information info know last like long look looking lot made
    make makes making many maybe mean month months much need needed needing needs never new next no not nothing now off often old once one
    only other out over own people perhaps person please pls plz possible probably problem put question questions quick quickly
    really reason regarding right said same saw say see seem seems show since somehow someone something sometimes soon
    still sure take takes taking talk tell thing things think thinking time times today tomorrow took tried try trying two understand until
    usually use used using via wanna want wanted wants way week weeks well went what whats when whenever where which while who whose why
    wish without wondering work working works wrong year years yesterday yet`),
  es: words(`ahora alguien algo alguna algún ayer ayuda ayudar bien bueno buenas buenos caso cosa cuanto cuánto cuanta cuanto días
    dia día dias deber debo dar decir desea después despues dice dime entonces entender favor forma gustaría gustaria hace hacer hago
    hoy hora horas información informacion ir llamar manera mejor momento motivo nada necesito necesita normalmente nuevo nueva nunca
    parece pasa pasar persona podría podria poder posible pregunta primero problema pronto querer queria quería quiero quisiera razón
    saber sabe semana semanas siempre solo sólo tarda tarde tanto tarda tiempo todavía todavia todo todos uso usar vez ver vosotros`),
  fr: words(`actuellement aide aider aimerais alors apres après aujourdhui aujourd hui avant avis besoin bien bientot bientôt
    bon bonne cas chose combien connaitre connaître demain depuis devoir dire dit dois donner encore faut façon fois hier heure heures ici
    information informations jamais jour jours mieux moment normalement nouveau nouvelle obtenir oui parce passe personne
    plait plaît possible pourquoi pouvez pouvoir premier problème probleme prochain quelque quelquun quelques question
    raison rien savoir sais semaine semaines serait seulement soit souvent svp tard temps toujours trop trouver utiliser va veux
    vais voir voudrais vouloir vraiment`),
  de: words(`anders bald bekomme bekommen bräuchte brauche brauchen daher dafür danach davon dazu denn derzeit eigentlich
    einfach einige einmal erst etwas fall frage fragen gehen geht gemacht genau gerade gern gerne gestern gewesen gut habt heute hier
    hilfe helfen immer information informationen irgendwie jemand jetzt kommt kommen lang lange leider machen mache macht mal mehr
    meist möchte mochte moechte möglich moglich moment morgen neu neue neuen nichts nie nochmal normalerweise oft person problem
    passiert schon sehr seit sagen sehen soll sollte stunde stunden tag tage tagen trotzdem viel viele vielleicht warten weiß weiss
    weshalb wieso wissen wichtig wirklich woche wochen würde wurde zeit zuerst`),
}
