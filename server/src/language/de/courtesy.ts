import type { CourtesyWords } from '#server/language/types.ts'

export const courtesy: CourtesyWords = {
  greeting: '(?:hallo|hi|guten (?:tag|morgen|abend)|grüß gott|moin)(?:,? #)?',
  welcome: 'gern geschehen|gerne|keine ursache|bitte (?:sehr|schön)|nichts zu danken',
  thanks:
    '(?:vielen |herzlichen |besten )?dank(?: (?:für (?:ihre|deine) (?:nachricht|anfrage|frage|geduld)|dass (?:sie|du) (?:sich|dich) (?:meldest|melden|an # wendest|an # wenden)))?|danke(?: (?:schön|sehr))?(?: für (?:ihre|deine) (?:nachricht|anfrage|frage|geduld))?',
  sorry:
    '(?:das|es) tut mir (?:sehr )?leid(?:, das zu hören)?|tut mir (?:sehr )?leid|(?:ich )?bitte (?:um entschuldigung|entschuldigen sie(?: die unannehmlichkeiten)?)|entschuldigung(?: für die unannehmlichkeiten)?|(?:das |ich )?verstehe(?: ich)?|das ist (?:ärgerlich|verständlich)',
  gladly:
    '(?:ich )?helfe(?: ich)?(?: ihnen| dir)? (?:gern|gerne)(?: weiter)?|gern helfe ich(?: ihnen| dir)?(?: weiter)?|gerne helfe ich(?: ihnen| dir)?(?: weiter)?|mit vergnügen|gute frage|sehr gern|sehr gerne',
  summary: 'hier steht, was ich gefunden habe|das habe ich gefunden|so geht es|so funktioniert es',
  anything_else:
    '(?:kann|darf) ich (?:ihnen|dir) (?:sonst noch|noch (?:bei|mit) etwas(?: anderem)?|noch) (?:helfen|weiterhelfen|behilflich sein)|(?:haben sie|hast du) (?:noch )?(?:weitere )?fragen|(?:ich )?hoffe,? das hilft(?: ihnen| dir)?(?: weiter)?|(?:melden sie sich|melde dich)(?: gern| gerne)?,? (?:wenn|falls) (?:sie|du) (?:noch )?(?:weitere )?fragen (?:haben|hast)',
  offer_person:
    '(?:möchten sie|möchtest du|wollen sie|willst du) mit (?:einem menschen|einem mitarbeiter|einer person|jemandem|einer kollegin|einem kollegen)(?: aus (?:unserem|dem) team)? (?:sprechen|reden)|soll ich (?:sie|dich) (?:mit (?:einem menschen|einem mitarbeiter|jemandem|einem kollegen|einer kollegin) verbinden|an (?:einen menschen|einen kollegen|eine kollegin|jemanden) (?:weitergeben|weiterleiten))',
  say_more:
    '(?:können|könnten) sie (?:mir )?(?:bitte )?(?:mehr (?:dazu |darüber )?(?:sagen|erzählen)|(?:das|ihre frage) (?:genauer|anders) (?:beschreiben|sagen|formulieren))|(?:kannst|könntest) du (?:mir )?(?:bitte )?(?:mehr (?:dazu |darüber )?(?:sagen|erzählen)|(?:das|deine frage) (?:genauer|anders) (?:beschreiben|sagen|formulieren))|worum geht es(?: genau)?|wie (?:kann|darf) ich (?:ihnen|dir) (?:heute )?(?:helfen|weiterhelfen)|was (?:meinen sie|meinst du)(?: genau)?|was kann ich für (?:sie|dich) tun',
  goodbye:
    'auf wiedersehen|tschüss|(?:ich wünsche (?:ihnen|dir) )?einen schönen (?:tag|abend)(?: noch)?|schönes wochenende|bis bald',
}
