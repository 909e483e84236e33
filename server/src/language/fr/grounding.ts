import type { GroundingWords } from '#server/language/types.ts'

export const grounding: GroundingWords = {
  denial: String.raw`ne|n['’](?=\p{L})|pas|jamais|aucun\w*|rien`,
  attachedDenial: '',
  lack: 'sans',
  limit: String.raw`refus\w*|évit\w*`,
  noCost: { lack: 'sans', extra: '', cost: 'frais' },
  condition: 'si|quand|lorsque',
  clauseJoins: 'et|mais',
  listJoins: 'et|ou',
  oppositePrefixes: 'in im non',
  capitalisesNouns: false,
  everydayNames: '',
  apology: 'désolée?|navrée?|comprends',
  possessiveYour: 'votre|ton|ta',
  promptMention: 'mes (?:instructions|consignes)|message syst[eè]me',
  unknowing: "je n['’]ai pas|n['’]ai pas (pu )?trouv|pas d['’]information|malheureusement",
  abbreviations: 'm mm mme mlle p pp ex env art dr etc',
  contractions: '',
  possessive: '',
}
