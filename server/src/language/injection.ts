import { foldAccents } from '#server/platform/text/fold.ts'

/**
 * Text that speaks to a language model instead of to a reader, in the four languages. Such a passage is neither shown to a model
 * nor quoted: it is no knowledge, whoever published it.
 */
const PATTERNS: readonly RegExp[] = [
  // Ignore what was said before.
  /\b(ignore|disregard|forget|override|bypass|discard|skip|drop)\b.{0,40}\b(previous|prior|above|earlier|preceding|all|any|your|the|other|system)\b.{0,30}\b(instruction|prompt|rule|direction|guideline|command|context|message|polic|restriction|safeguard)/,
  /\b(ignora|ignore[zn]?|olvida|olvide|omite|descarta|desobedece)\b.{0,40}\b(instruccion|indicacion|regla|norma|orden(es)?|mensaje|prompt)/,
  /\b(ignore[rsz]?|oublie[rsz]?|neglige[rsz]?|contourne[rsz]?)\b.{0,40}\b(instruction|consigne|regle|directive|message|prompt)/,
  /\b(ignorier|vergiss|vergesst|vergessen sie|missachte|umgehe|uberspringe|verwirf)\w*\b.{0,40}\b(anweisung|instruktion|vorgabe|regel|befehl|nachricht|prompt)/,
  // Be somebody else.
  /\byou are (now|no longer|not)\b.{0,40}\b(an?|the|assistant|chatbot|ai|bot|bound|restricted|dan|free|in)\b/,
  /\b(from now on|starting now|henceforth)\b.{0,30}\b(you|act|respond|answer|reply|say)\b/,
  /\b(act|behave|pretend|roleplay|role-play)\b.{0,20}\b(as|like|to be|that you)\b.{0,40}\b(assistant|ai|bot|model|admin|developer|system|dan|unrestricted|jailbroken)/,
  /\b(ahora|a partir de ahora|desde ahora)\b.{0,20}\b(eres|actua|responde|responderas|debes)\b/,
  /\b(tu es|vous etes)\b.{0,12}\b(maintenant|desormais)\b|\b(a partir de maintenant|desormais)\b.{0,30}\b(tu|vous|repond)/,
  /\b(du bist|sie sind)\b.{0,12}\b(jetzt|nun|ab sofort)\b|\bab (jetzt|sofort)\b.{0,30}\b(du|sie|antworte)/,
  // Give away what is behind.
  /\b(reveal|show|print|repeat|output|display|leak|disclose|tell me|give me|send|expose|dump)\b.{0,40}\b(system prompt|system message|your (hidden |secret |initial |original )?(prompt|instructions)|api key|hidden (prompt|instruction)|initial (prompt|instruction)|other customers?)/,
  /\b(muestra|revela|repite|imprime|dime)\w*\b.{0,40}\b(prompt|instrucciones|clave api|mensaje de sistema)/,
  /\b(montre|revele|repete|affiche|donne)\w*\b.{0,40}\b(prompt|instructions|consignes|cle api|message systeme)/,
  /\b(zeige?|verrate?|wiederhole?|nenne?|gib)\b.{0,40}\b(prompt|systemnachricht|anweisungen|api-?schlussel)/,
  // Say exactly this.
  /\b(say|reply|respond|answer|output|print|repeat)\b( back| with| only| just)*:? ?(exactly|verbatim|the following|nothing (but|else)|(with )?(only|just)( with)? (the|this|'|"|:)|the (word|phrase|words|string)\b)/,
  /\b(when|if|whenever|before|after|while)\b.{0,50}\b(answering|responding|replying|you (answer|respond|reply|are asked)|asked about|generat\w+)\b.{0,80}\b(always|must|never|include|append|add|say|tell|mention|insert|link|instead)/,
  /\b(always|must|be sure to|make sure to|remember to|you should|please)\b.{0,20}\b(include|append|add|insert|embed|render|attach)\b.{0,50}\b(link|url|image|picture|markdown|markup|text|code|phrase|sentence|word|string|following|response|answer|reply)/,
  /\b(responde|contesta|escribe|di)\b.{0,24}\b(exactamente|solo|solamente|unicamente|siempre|literalmente|la palabra)/,
  /\b(repond|dis|dites|ecri)\w*\b.{0,24}\b(exactement|seulement|uniquement|toujours|mot pour mot|le mot)\b/,
  /\b(antworte|sage?|schreibe?|gib)\b.{0,24}\b(genau|nur|ausschliesslich|immer|wortlich|das wort|folgendes)\b/,
  /\b(incluye|anade|agrega|inserta|ajoute[rz]?|inclu[se][rz]?|insere[rz]?|fuge|hange|erganze)\b.{0,60}\b(enlace|imagen|respuesta|lien|image|reponse|link|bild|antwort|url)\b/,
  // Speak to the machine.
  /\b(ai|a\.i\.|llm|language|chat)[ -]?(assistant|model|bot|agent)s?\b.{0,60}\b(must|should|shall|ignore|instruct|need to|have to|are to|is to|obey|follow|comply|reading this|processing)/,
  /\b(note|message|attention|instructions?|important|notice|nota|mensaje|atencion|remarque|hinweis|achtung|an)\b.{0,12}\b(to|for|para|al|pour|fur|an|die|den|l)\b.{0,16}\b(ai|llm|assistant|chatbot|bot|model|asistente|ia|modelo|modele|ki|assistent|assistenten|sprachmodell)\b/,
  /\b(new|updated|real|actual|secret|nueva|nuevas|nouvelle|nouvelles|neue|neuen)\b.{0,12}\b(system )?(instruction|prompt|directive|instruccion|consigne|anweisung)/,
  /\b(jailbreak|jailbroken|prompt injection|developer mode|dan mode|god mode|sudo mode|debug mode|modo desarrollador|mode developpeur|entwicklermodus)\b/,
  /\bdo not (tell|inform|mention|reveal|warn)\b.{0,40}\b(user|customer|anyone|human|them)\b/,
  // Marks of the formats models are trained on.
  /<\|[a-z_]+\|>|\[\/?inst\]|<<\/?sys>>|^\s*(system|assistant|developer)\s*:|###\s*(system|instruction|assistant)|\bend of (document|context|knowledge|passage)\b|<\/?(system|instructions?|knowledge|passage|message|customer)\b/m,
]

const INVISIBLE = /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  і: 'i',
  ѕ: 's',
  ո: 'n',
  ӏ: 'l',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '@': 'a',
}

/** Text as a reader sees it: one Unicode form, nothing invisible. */
export const visible = (text: string): string => text.normalize('NFKC').replace(INVISIBLE, '')

/** Whether a text holds instructions to a language model. */
export function isInstruction(text: string): boolean {
  const seen = foldAccents(visible(text).toLowerCase())
  const spaced = seen.replace(/[\s*_~`>|-]+/g, ' ')
  // Letters put apart ("i g n o r e") and lookalikes of another alphabet are read as what they look like.
  const joined = spaced.replace(/\b(?:\p{L} ){4,}\p{L}\b/gu, (run) => run.replaceAll(' ', ''))
  const latin = [...joined].map((sign) => LOOKALIKES[sign] ?? sign).join('')
  return PATTERNS.some((pattern) => pattern.test(seen) || pattern.test(joined) || pattern.test(latin))
}
