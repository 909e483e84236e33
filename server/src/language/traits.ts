import { plain } from './issues.ts'

const WORDS = /\p{L}[\p{L}\p{N}'’-]*/gu
/** A message this short is written by somebody brief; one this long by somebody who wants it exact. */
const BRIEF_WORDS = 7
const LONG_WORDS = 45

const wantsShort =
  /\b(?:briefly|in short|short answer|tl ?dr|quick question|just tell me|en resumen|brevemente|rapido|bref|brievement|en deux mots|kurz|in kurze|knapp)\b/
const wantsLong =
  /\b(?:in detail|detailed|step by step|explain|walk me through|why exactly|en detalle|paso a paso|expli(?:ca|que|car)\w*|en detail|etape par etape|ausfuhrlich|genau erklaren|schritt fur schritt|im detail)\b/
const expert =
  /\b(?:api|endpoint|webhook|json|xml|curl|oauth|saml|sso|dns|cname|ssl|tls|ssh|regex|sql|http|https|cors|payload|stack ?trace|localhost|cli|sdk|npm|docker|kubernetes|cron|latency|token expir\w+|status code|4\d\d error|5\d\d error|env(?:ironment)? variable)\b/
const beginner =
  /\b(?:not (?:very )?(?:technical|good with computers|tech savvy)|im new|new to this|first time|beginner|dont (?:know|understand) (?:how|what|where)|where do i (?:click|find)|what (?:is|does) (?:a|an|that|it) mean|in simple (?:words|terms)|no se como|soy nuevo|soy nueva|no entiendo|je suis debutante?|je ne (?:sais|comprends) pas|comment on fait|ich bin neu|kenne mich nicht aus|verstehe (?:das )?nicht|anfanger)\b/
const angry =
  /\b(?:frustrat\w+|annoy\w+|angry|furious|upset|unacceptable|ridiculous|useless|terrible|awful|fed up|still (?:not|doesnt|isnt)|frustrad\w+|enfadad\w+|inaceptable|furieux|furieuse|inadmissible|enerve\w*|inacceptable|wutend|verargert|frustriert|unverschamt)\b/
const hurried =
  /\b(?:urgent\w*|asap|immediately|right now|emergency|as soon as possible|hurry|urgente|cuanto antes|d?urgence|au plus vite|dringend|sofort|so schnell wie moglich)\b/
const happy =
  /\b(?:thanks|thank you|thx|great|perfect|awesome|that works|that worked|solved|excellent|gracias|perfecto|genial|merci|parfait|super|danke|klasse|prima|geklappt)\b/
const polite =
  /\b(?:please|kindly|thank you|thanks|por favor|gracias|s il vous plait|sil vous plait|merci|bitte|danke)\b/

const wishes: readonly ['preferredSolutions' | 'learningPreferences', string, RegExp][] = [
  [
    'preferredSolutions',
    'steps',
    /\b(?:step by step|steps|instructions|how do i|paso a paso|instrucciones|etape par etape|schritt fur schritt|anleitung)\b/,
  ],
  [
    'preferredSolutions',
    'article',
    /\b(?:article|documentation|docs|guide|manual|link to|articulo|guia|documentacion|notice|mode demploi|handbuch|artikel)\b/,
  ],
  [
    'preferredSolutions',
    'person',
    /\b(?:(?:talk|speak|chat) (?:to|with) (?:a |an |the )?(?:human|person|agent|someone|manager)|real person|hablar con (?:una persona|alguien|un agente)|parler a (?:une personne|quelquun|un conseiller)|mit (?:einem menschen|jemandem|einem mitarbeiter))\b/,
  ],
  [
    'learningPreferences',
    'examples',
    /\b(?:for example|an example|examples|por ejemplo|ejemplos?|par exemple|exemples?|zum beispiel|beispiele?)\b/,
  ],
  [
    'learningPreferences',
    'pictures',
    /\b(?:screenshots?|pictures?|images?|captura|imagenes|captures? decran|bildschirmfoto|bilder|screenshot)\b/,
  ],
  ['learningPreferences', 'videos', /\b(?:videos?|tutorial)\b/],
]

export type Signs = {
  style: 'concise' | 'detailed' | null
  level: 'beginner' | 'advanced' | null
  mood: 'calm' | 'pleased' | 'frustrated' | 'hurried'
  isPolite: boolean
  isLong: boolean
  wishes: { list: 'preferredSolutions' | 'learningPreferences'; wish: string }[]
}

/** What one message tells of who wrote it: the seeds' styles and levels, mood, and how help is wanted. */
export function inferTraits(text: string): Signs {
  const words = plain(text)
  const count = (text.match(WORDS) ?? []).length
  const asksShort = wantsShort.test(words)
  const asksLong = wantsLong.test(words)
  const style = () => {
    if (asksShort !== asksLong) return asksShort ? 'concise' : 'detailed'
    if (count > 0 && count <= BRIEF_WORDS) return 'concise'
    return count >= LONG_WORDS ? 'detailed' : null
  }
  const mood = () => {
    if (angry.test(words)) return 'frustrated'
    if (hurried.test(words)) return 'hurried'
    return happy.test(words) ? 'pleased' : 'calm'
  }
  return {
    style: style(),
    level: beginner.test(words) ? 'beginner' : expert.test(words) ? 'advanced' : null,
    mood: mood(),
    isPolite: polite.test(words),
    isLong: count >= LONG_WORDS,
    wishes: wishes.filter(([, , pattern]) => pattern.test(words)).map(([list, wish]) => ({ list, wish })),
  }
}
