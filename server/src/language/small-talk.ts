export type SmallTalk = 'greeting' | 'thanks' | 'goodbye'

const END = String.raw`[\s!.,:;)…🙂👍❤️]*$`
const whole = (...patterns: string[]) => new RegExp(`^[\\s¡¿]*(?:${patterns.join('|')})${END}`, 'iu')

/** Messages that are nothing but a greeting, thanks or a goodbye, in the four languages. */
const SMALL_TALK: readonly [RegExp, SmallTalk][] = [
  [
    whole(
      '(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|howdy)(?: there| all| everyone)?',
      '(?:hola|buenas|buenos d[ií]as|buenas (?:tardes|noches))(?:[ ,]+(?:buenas|buenos d[ií]as|buenas tardes|a todos|qu[eé] tal))?',
      '(?:bonjour|bonsoir|salut|coucou)(?: [àa] (?:tous|vous)|,? [çc]a va)?',
      '(?:hallo|guten (?:morgen|tag|abend)|moin(?: moin)?|servus|gr(?:ü|ue)(?:ß|ss) gott)(?: zusammen| liebes team)?',
    ),
    'greeting',
  ],
  [
    whole(
      '(?:ok(?:ay)?[\\s,]*)?(?:thanks?|thank you|thx|cheers|great|perfect|super)(?: (?:you|a lot|so much|very much|again|for .{1,40}))?',
      '(?:ok|vale|perfecto|genial)?[\\s,]*(?:muchas |mil )?gracias(?: por .{1,40})?',
      '(?:ok|d.accord|parfait|super)?[\\s,]*merci(?: (?:beaucoup|bien|[àa] vous|pour .{1,40}))?',
      '(?:ok|gut|super|perfekt|alles klar)?[\\s,]*(?:danke|vielen dank|herzlichen dank|dankesch(?:ö|oe)n)(?: (?:sch(?:ö|oe)n|sehr|dir|ihnen|euch|f(?:ü|ue)r .{1,40}))?',
    ),
    'thanks',
  ],
  [
    whole(
      '(?:ok(?:ay)?[\\s,]*)?(?:bye|goodbye|see you|have a (?:nice|good) (?:day|one))',
      '(?:adi[oó]s|hasta (?:luego|pronto|ma[ñn]ana)|chao)',
      '(?:au revoir|[àa] bient[oô]t|bonne (?:journ[eé]e|soir[eé]e))',
      '(?:tsch(?:ü|ue)(?:ss|ß|s)|auf wiedersehen|bis (?:bald|dann)|sch(?:ö|oe)nen tag(?: noch)?)',
    ),
    'goodbye',
  ],
]

/** The kind of a message that is nothing but a greeting, thanks or a goodbye; null for every other message. */
export const smallTalkKind = (text: string): SmallTalk | null =>
  SMALL_TALK.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null
