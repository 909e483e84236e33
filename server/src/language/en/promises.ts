import type { PromiseWords } from '#server/language/types.ts'

const ACTS =
  'cancel|refund|process|credit|chang|updat|upgrad|downgrad|extend|issu|sent|send|ship|book|schedul|reserv|delet|remov|escalat|forward|notif|reset|unlock|activat|deactivat|creat|open|submit|log|pass|transfer|connect|arrang|appl|fix|resolv|approv|order'
/** "I have refunded it", "we have sent it", "I will cancel it": statements that need a tool's result. "We refund within 5 days" is a rule. */
const ACTION = new RegExp(
  `\\b(?:i(?:'ve| have|'ll| will|'m| am)|we(?:'ve| have))(?: (?:now|just|already|going to|gone ahead and|successfully|also|hereby))*(?: (?:${ACTS})(?:l|p|r|t)?(?:ed|d|ing|ied)?\\b)|\\byour [a-z ]{2,40}(?:has|have) (?:now |just |already |been |successfully )*(?:${ACTS})(?:l|p|r|t)?(?:ed|d|ied)\\b`,
)
const OFFERED =
  /\b(?:can|could|would|may|might|shall|if|unable|cannot|can't|not|let me|like me to|want me to|happy to|able to)\b/

export const promises: PromiseWords = {
  free: String.raw`\bfree\b|\bno (?:extra |additional )?(?:cost|charge|fee)s?\b|\bcomplimentary\b`,
  alsoFree: String.raw`\bnothing\b|\bincluded\b|\bwithout (?:a |any |extra )?(?:charge|fee|cost|surcharge)`,
  binding: {
    guarantee: String.raw`\bguarantee`,
    promise: String.raw`\bpromis(?:e|es|ed)\b`,
    assurance: String.raw`\bassure\b`,
    discount: String.raw`\b(?:discount|voucher|coupon|promo(?:tional)? code)s?\b`,
    fullRefund: String.raw`\bfull(?:y)? refund|\brefund(?:ed)? in full`,
    compensation: String.raw`\bcompensat`,
    waiver: String.raw`\bwaive`,
    unlimited: String.raw`\bunlimited\b`,
    lifetime: String.raw`\blifetime\b`,
    liability: String.raw`\b(?:legally|legal (?:advice|action|right)s?|liable|lawsuit|sue)\b`,
    secret: String.raw`\b(?:bank|credit) (?:details|card)|\bpassword\b|\bpin\b|\bcvv\b`,
  },
  certain: { hundred: 'hundred', percent: 'percent|per cent', safe: 'safe|secure|sure|certain|satisf' },
  actions: [ACTION],
  offered: OFFERED,
}
