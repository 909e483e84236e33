import type { InjectionPatterns } from '#server/language/types.ts'

export const injection: InjectionPatterns = {
  patterns: [
    /\b(ignorier|vergiss|vergesst|vergessen sie|missachte|umgehe|uberspringe|verwirf)\w*\b.{0,40}\b(anweisung|instruktion|vorgabe|regel|befehl|nachricht|prompt)/,
    /\b(du bist|sie sind)\b.{0,12}\b(jetzt|nun|ab sofort)\b|\bab (jetzt|sofort)\b.{0,30}\b(du|sie|antworte)/,
    /\b(zeige?|verrate?|wiederhole?|nenne?|gib)\b.{0,40}\b(prompt|systemnachricht|anweisungen|api-?schlussel)/,
    /\b(antworte|sage?|schreibe?|gib)\b.{0,24}\b(genau|nur|ausschliesslich|immer|wortlich|das wort|folgendes)\b/,
    /\bentwicklermodus\b/,
  ],
  insert: { verbs: 'fuge|hange|erganze', objects: 'link|bild|antwort|url' },
  address: {
    heads: 'hinweis|achtung|an',
    prepositions: 'fur|an|die|den',
    machines: 'ki|assistent|assistenten|sprachmodell',
  },
  renewed: { adjectives: 'neue|neuen', nouns: 'anweisung' },
}
