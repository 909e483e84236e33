import type { EscalationWords } from '#server/language/types.ts'

export const escalation: EscalationWords = {
  frustration: `
  frustrated, frustrating, so frustrated, furious, unacceptable, ridiculous, outrageous, fed up, waste of time,
  waste of my time, wasting my time, useless, bullshit, wtf, pathetic, incompetent, sick and tired, sick of this,
  sick of you, had enough of, this is a joke, what a joke, not helping, not helpful, you are no help, no help at all,
  disgusted, disgusting, disgraceful, appalling, pissed off, worst service, worst company, worst support,
  worst experience, terrible service, terrible support, awful service, horrible service, terrible experience,
  awful experience, horrible experience, company is terrible, you people, this is insane, losing my patience,
  lost my patience, driving me crazy, never works, nothing works, how many times do i have to, im angry, so angry,
  very angry, really angry, am angry, im annoyed, so annoyed, very annoyed, really annoyed, annoying, im upset,
  very upset, so upset, very unhappy, really unhappy, very disappointed, really disappointed, so disappointed,
  extremely disappointed, screw you, fuck, fucking, fuck you`,
  complexCases: `
  refund, refunded, refunds, money back, charged twice, double charged, charged double, double charge, overcharged,
  wrongly charged, unauthorized charge, unauthorised charge, chargeback, cancel subscription, cancel my subscription,
  cancel the subscription, cancelling my subscription, end my subscription, delete account, delete my account,
  delete the account, close my account, payment failed, payment fails, failed payment, payment was declined,
  legal action, lawyer, file a complaint, data breach, account hacked, account was hacked`,
  urgency: `
  urgent, urgently, urgency, emergency, asap, critical, critically, as soon as humanly possible, life or death,
  right this second`,
  outage: String.raw`\b(?:(?:is|are|was|were|be|been|its|whats|still|completely|totally)|(?:site|website|server|servers|system|systems|app|service|services|network|internet|wifi|page|shop|store|checkout|login|api|platform|portal|everything)(?: has| have| keeps| keep)?(?: went| gone| goes| going)?) down\b(?! (?:payments?|to|the|a|an|on|for|jacket|syndrome|there|below|under)\b)`,
  calm: {
    negations: 'not|isnt|nothing|no|never|nor|not that|not so|not very|not really|nothing that',
    fillers: 'an? |an actual ',
    urgency: 'urgent|urgency|emergency|critical|asap',
  },
  elisions: null,
}
