import { foldAccents } from '#server/platform/text/fold.ts'
import { visible } from './injection.ts'

/** Words that bind a business, in the four languages. Each is said only where the evidence says it too. */
const FREE =
  /\bfree\b|\bno (?:extra |additional )?(?:cost|charge|fee)s?\b|\bgratis\b|\bgratuit|\bkostenlos|\bkostenfrei|\bcomplimentary\b|\bumsonst\b/
/** Other words for free, good enough in the evidence. */
const SAYS_FREE = new RegExp(
  `${FREE.source}|\\bnothing\\b|\\bincluded\\b|\\bwithout (?:a |any |extra )?(?:charge|fee|cost|surcharge)|\\bsin (?:coste|cargo)|\\bsans frais|\\bohne (?:kosten|gebuhr|aufpreis)|\\bnada\\b|\\brien\\b|\\bnichts\\b`,
)
const BINDING: readonly RegExp[] = [
  /\bguarantee|\bgarantiz|\bgarantie?r|\bgarantie\b|\bgarantia\b/,
  /\bpromis(?:e|es|ed)\b|\bprometo|\bprometemos|\bpromets|\bpromettons|\bversprech/,
  /\b(assure|asegur(?:o|amos)|assur(?:e|ons)|versicher(?:e|n) (?:ihnen|dir))\b/,
  /\b(discount|voucher|coupon|promo(?:tional)? code|descuento|cupon|remise|reduction|rabatt|gutschein|bon d'achat)s?\b/,
  /\bfull(?:y)? refund|\brefund(?:ed)? in full|\breembolso (?:completo|total|integro)|\brembours\w+ (?:integral|complet|total)|\bvoll(?:e|en|standig\w*) (?:ruck)?erstatt/,
  /\bcompensat|\bindemniz|\bcompensacion|\bdedommag|\bindemnis|\bentschadig|\bschadensersatz|\bschadenersatz/,
  /\bwaive|\bkulanz|\bexonerar|\bexonerer/,
  /\bunlimited\b|\bilimitad|\billimite|\bunbegrenzt/,
  /\blifetime\b|\bde por vida\b|\ba vie\b|\blebenslang/,
  /\b(legally|legal (?:advice|action|right)s?|liable|lawsuit|sue|demandar|haftbar|verklagen|poursuites?)\b/,
  /\b(100|hundred|cien|cent|hundert) ?(?:%|percent|per cent|por ciento|pour cent|prozent) (?:safe|secure|sure|certain|satisf|segur|sur|sicher|zufrieden)/,
  /\b(?:bank|credit) (?:details|card)|\bpassword\b|\bpasswort\b|\bcontrasena\b|\bmot de passe\b|\bkennwort\b|\bpin\b|\bcvv\b/,
]

const ACTS =
  'cancel|refund|process|credit|chang|updat|upgrad|downgrad|extend|issu|sent|send|ship|book|schedul|reserv|delet|remov|escalat|forward|notif|reset|unlock|activat|deactivat|creat|open|submit|log|pass|transfer|connect|arrang|appl|fix|resolv|approv|order'
/** "I have refunded it", "we have sent it", "I will cancel it": what only a tool can make true. "We refund within 5 days" is a rule. */
const DEEDS = new RegExp(
  `\\b(?:i(?:'ve| have|'ll| will|'m| am)|we(?:'ve| have))(?: (?:now|just|already|going to|gone ahead and|successfully|also|hereby))*(?: (?:${ACTS})(?:l|p|r|t)?(?:ed|d|ing|ied)?\\b)|\\byour [a-z ]{2,40}(?:has|have) (?:now |just |already |been |successfully )*(?:${ACTS})(?:l|p|r|t)?(?:ed|d|ied)\\b`,
)
const OFFERED =
  /\b(?:can|could|would|may|might|shall|if|unable|cannot|can't|not|let me|like me to|want me to|happy to|able to)\b/
const DEEDS_ELSEWHERE: readonly RegExp[] = [
  /\b(?:he|hemos|ya he|acabo de|voy a|vamos a) (?:cancel|reembols|devuelt|cambi|actualiz|enviad|enviar|reserv|borr|elimin|cread|crear|abiert|abrir|tramit|proces|transfer|activ|aprob)\w*/,
  /\b(?:j'ai|nous avons|je viens de|je vais|nous allons) (?:bien |deja )?(?:annul|rembours|chang|modifi|envoy|reserv|supprim|cree|creer|ouvert|ouvrir|trait|transfer|transmis|activ|approuv|expedi)\w*/,
  /\b(?:ich habe|wir haben|ich werde|wir werden)\b.{1,60}\b(?:storniert|erstattet|geandert|aktualisiert|gesendet|geschickt|gebucht|reserviert|geloscht|erstellt|eroffnet|weitergeleitet|ubergeben|aktiviert|genehmigt|stornieren|erstatten|andern|senden|schicken|buchen|loschen|erstellen|weiterleiten)\b/,
]

const plain = (text: string) => foldAccents(visible(text).toLowerCase()).replace(/[’ʼ`´]/g, "'")

/** Whether a sentence binds the business to something its evidence does not say. */
export function overPromises(sentence: string, evidence: string): boolean {
  const said = plain(sentence)
  const known = plain(evidence)
  if (FREE.test(said) && !SAYS_FREE.test(known)) return true
  return BINDING.some((pattern) => pattern.test(said) && !pattern.test(known))
}

/** Whether a sentence tells that something was done or is being done, which an assistant can only say of its tools. */
export function claimsDeed(sentence: string): boolean {
  const said = plain(sentence)
  const deed = DEEDS.exec(said)
  if (deed && !OFFERED.test(said.slice(0, deed.index + deed[0].length))) return true
  return DEEDS_ELSEWHERE.some((pattern) => pattern.test(said))
}
