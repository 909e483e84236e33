import type { GroundingWords } from '#server/language/types.ts'

export const grounding: GroundingWords = {
  polarity: 'ja|nein|doch|jawohl',
  fragmentOpening: 'nicht|immer|bis|ab|von|innerhalb|nur|nie|niemals|etwa|rund|um|kein|keine|sobald|weil|am|im|seit',
  finiteVerb:
    'ist|sind|war|waren|hat|haben|hatte|hatten|kann|können|könnte|könnten|wird|werden|würde|muss|müssen|darf|dürfen|soll|sollen|sollte|gibt|geht|gehen|gilt|gelten|kostet|kosten|dauert|dauern|nimmt|nehmen|bekommt|bekommen|erhalten|kommt|kommen|bleibt|bleiben|zahlt|zahlen|öffnet|schließt|braucht|brauchen|fährt|fahren|liegt|liegen|steht|stehen|heißt|bedeutet',
  leaning: String.raw`er|sie|es|ihn|ihm|ihr|ihnen|ihre[rnsm]?|sein(?:e[rnsm]?)?|dies(?:e[rnsm]?)?|das|dabei|dafür|damit|dann|danach|dort|daher|darum|deshalb|deswegen|davor|dazu|darin|darauf|daran|davon|dadurch|sonst|andernfalls|ansonsten|auch|und|aber|oder|außerdem|ebenso|hier|so|später|vorher|nachher|anschließend|in diesem fall|in dem fall|wenn ja|wenn nicht|falls nicht|beide|beides|jeder von|keine[rs]? davon|solche|der rest|die anderen|andere|dennoch|trotzdem|jedoch|allerdings|zudem|bis dahin|erst dann|weil|denn|größere|kleinere`,
  exception: String.raw`sonst|andernfalls|ansonsten|danach|später|aber|außer|jedoch|allerdings|ausgenommen|ausnahmen?|wenn nicht|falls nicht|darüber|darunter|außerhalb|nur`,
  affix:
    'natürlich|selbstverständlich|gern|gerne|sicher|klar|aber klar|kein problem|gute frage|leider|tut mir leid|das tut mir leid|es tut mir leid|bitte|bitte beachten sie|kurz gesagt|hallo|guten tag|danke für ihre frage|danke für deine frage|laut unseren informationen|soweit ich sehe',
  denial: String.raw`nicht|nichts|kein\w*|nie|niemals|ohne|weder|niemand`,
  attachedDenial: '',
  capitalisesNouns: true,
  everydayNames: '',
  possessiveYour: 'deine?[nrms]?|ihre?[nrms]?',
  possessive: '',
  promptMention: 'meine (?:anweisungen|instruktionen)|systemprompt|systemnachricht',
  unknowing:
    '(?:konnte|kann)[^.]{0,40}nicht (?:finden|beantworten|sagen)|habe (?:dazu |darüber )?(?:leider )?keine (?:information|angaben|antwort)\\w*|weiß (?:ich )?(?:das )?(?:leider )?nicht|keine informationen (?:dazu|darüber|zu)',
  abbreviations: 'z.b d.h u.a bzw ca ggf inkl zzgl abs str usw evtl max min mind dr nr tel',
}
