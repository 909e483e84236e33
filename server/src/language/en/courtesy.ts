import type { CourtesyWords } from '#server/language/types.ts'

export const courtesy: CourtesyWords = {
  greeting: '(?:hi|hello|hey|good (?:morning|afternoon|evening))(?: there)?(?:,? #)?',
  welcome: "you(?:['’]re| are) (?:very |most )?welcome|my pleasure|(?:it was )?a pleasure",
  thanks:
    '(?:many )?(?:thanks|thank you)(?: (?:so|very) much)?(?: for (?:your (?:message|question|patience|understanding)|reaching out|getting in touch|contacting us|asking|writing|waiting))?(?: to #)?',
  sorry:
    "(?:i(?:['’]m| am)|we(?:['’]re| are))? ?(?:so |very |really )?sorry(?: about (?:that|this)| to hear (?:that|this)| for the (?:trouble|inconvenience|wait|confusion))?|(?:my |our )?apologies(?: for the (?:trouble|inconvenience|wait|confusion))?|(?:i|we) apologi[sz]e(?: for the (?:trouble|inconvenience|wait|confusion))?|i understand(?: how (?:frustrating|annoying) (?:that|this) is)?(?: must be)?|i understand how (?:frustrating|annoying) (?:that|this) must be|that sounds (?:frustrating|annoying)",
  gladly:
    "(?:i(?:['’]m| am) )?(?:happy|glad) to help(?: you)?(?: with (?:that|this))?|gladly|with pleasure|let me help(?: you)?(?: with (?:that|this))?|i(?:['’]d| would) be (?:happy|glad) to help(?: you)?(?: with (?:that|this))?|i can help(?: you)? with (?:that|this)|good question|great question",
  summary: "here is what (?:i found|our pages say)|here(?:['’]s| is) how(?: it works)?|here you (?:go|are)",
  anything_else:
    "(?:is there )?anything else(?: (?:i|we) can (?:help(?: you)? with|do for you))?|can i help(?: you)? with anything else|do you have any (?:other|more|further) questions|(?:please )?(?:let me know|just ask|feel free to (?:ask|reach out|write))(?: me| us)? if you (?:have any (?:other |more |further )?questions|need anything else)|(?:please )?let me know if (?:you need anything else|there(?:['’]s| is) anything else)|i hope (?:this|that) helps|hope (?:this|that) helps",
  offer_person:
    '(?:would you like|do you want|shall i arrange for you) to (?:talk|speak) (?:to|with) (?:a (?:person|human|colleague)|someone|somebody)(?: (?:of|from) (?:our|the) team)?|would you like me to (?:connect you (?:with|to)|put you through to|hand you over to|pass you on to) (?:a (?:person|human|colleague)|someone|somebody)(?: (?:of|from) (?:our|the) team)?|(?:shall|should|can|may) i (?:connect you (?:with|to)|put you through to|hand you over to|pass you on to) (?:a (?:person|human|colleague)|someone|somebody)(?: (?:of|from) (?:our|the) team)?',
  say_more:
    '(?:could|can|would) you (?:please )?(?:tell me|say|share|give me) (?:a (?:bit|little) )?more(?: (?:about (?:it|that|this|what you need)|details?))?(?:,? please)?|what (?:exactly )?(?:is it about|do you need)|(?:could|can) you (?:please )?(?:rephrase|clarify)(?: (?:that|this|your question))?|what (?:do|did) you mean|how can i help(?: you)?(?: (?:today|with #))?|what can i do for you(?: today)?',
  goodbye: 'goodbye|bye(?: bye)?|have a (?:nice|good|great|lovely) (?:day|evening|weekend)|take care|see you(?: soon)?',
}
