import type { GroundingWords } from '#server/language/types.ts'

export const grounding: GroundingWords = {
  denial: String.raw`nicht|nichts|kein\w*|nie|niemals`,
  attachedDenial: '',
  lack: 'ohne',
  limit: String.raw`vermeid\w*`,
  noCost: { lack: 'ohne', extra: '', cost: 'kosten|aufpreis' },
  condition: 'wenn|falls',
  clauseJoins: 'und|aber|sondern',
  listJoins: 'und|oder',
  oppositePrefixes: 'un',
  capitalisesNouns: true,
  everydayNames: '',
  apology: 'tut mir leid|verstehe|bedauere?',
  possessiveYour: 'deine?[nrms]?|ihre?[nrms]?',
  promptMention: 'meine (?:anweisungen|instruktionen)|systemprompt|systemnachricht',
  unknowing: 'konnte[^.]{0,40}nicht finden|habe (leider )?keine|leider|weiß (ich )?nicht',
  abbreviations: 'z.b d.h u.a bzw ca ggf inkl zzgl abs str usw evtl max min mind dr nr tel',
  contractions: '',
  possessive: '',
}
