import type { SearchWords } from '#server/language/types.ts'

export const search: SearchWords = {
  stemmer: 'german',
  elides: false,
  stopWords: `
  aber alle allem allen aller alles als also am an auch auf aus bei bin bis bist bitte da damit dann das dass dein
  deine dem den der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen
  einer eines er es euch euer eure für fur fuer gibt hab habe haben hallo hat hatte hatten hi ich ihm ihn ihnen ihr
  ihre ihrem ihren ihrer im in ist ja jede jeder jedes kann kannst können konnen koennen könnte man mein meine meinem
  meinen meiner mich mir mit muss müssen nach nein nicht noch nur ob oder ohne sein seine sich sie sind so über uber
  ueber um und uns unser unsere vom von vor war waren was weil welche welcher welches wenn wer werden wie wieder will
  wir wird wo wurde wurden zu zum zur danke hey warum wann`,
  weakWords: `
  anders bald bekomme bekommen bräuchte brauche brauchen daher dafür danach davon dazu denn derzeit eigentlich einfach
  einige einmal erst etwas fall frage fragen gehen geht gemacht genau gerade gern gerne gestern gewesen gut habt heute
  hier hilfe helfen immer information informationen irgendwie jemand jetzt kommt kommen lang lange leider machen mache
  macht mal mehr meist möchte mochte moechte möglich moglich moment morgen neu neue neuen nichts nie nochmal
  normalerweise oft person problem passiert schon sehr seit sagen sehen soll sollte stunde stunden tag tage tagen
  trotzdem viel viele vielleicht warten weiß weiss weshalb wieso wissen wichtig wirklich woche wochen würde wurde zeit
  zuerst`,
  questionWords: 'mochte möchte brauche wissen bitte hilfe frage',
  spellings: { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' },
}
