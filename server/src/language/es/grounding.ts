import type { GroundingWords } from '#server/language/types.ts'

export const grounding: GroundingWords = {
  denial: String.raw`nunca|ningun\w*|tampoco|nada`,
  attachedDenial: '',
  lack: 'sin',
  limit: String.raw`evit\w*`,
  noCost: { lack: 'sin', extra: '', cost: 'coste|cargo' },
  condition: 'si|cuando',
  clauseJoins: 'y|pero|mientras',
  listJoins: 'y|o',
  oppositePrefixes: 'in im',
  capitalisesNouns: false,
  everydayNames: '',
  apology: 'lo siento|lamento|entiendo',
  possessiveYour: 'tu|su|vuestr[oa]',
  promptMention: 'mis instrucciones|instrucciones del sistema',
  unknowing: 'no (he podido|pude|puedo) encontrar|no (tengo|dispongo)|lamentablemente',
  abbreviations: 'sr sra srta dr dra ud uds pág núm tel av no etc',
  contractions: '',
  possessive: '',
}
