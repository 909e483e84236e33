import type { GroundingWords } from '#server/language/types.ts'

export const grounding: GroundingWords = {
  polarity: 'yes|yeah|yep|no|nope',
  fragmentOpening:
    'not|always|until|till|from|within|up to|about|only|never|around|at|as soon as|because|depends|both|none|neither',
  finiteVerb: String.raw`is|are|was|were|am|has|have|had|do|does|did|can|can['’]t|cannot|could|will|won['’]t|would|should|must|may|might|needs?|takes?|costs?|goes|gets?|works?|comes?|applies|apply|opens?|closes?|stays?|pays?|covers?|means?|\w+['’](?:s|re|ve|ll|d|m)`,
  leaning: String.raw`it|its|they|them|their|these|those|this|that|he|she|his|her|here|then|so|also|and|but|or|both|either|neither|nor|otherwise|instead|after that|afterwards?|later|before that|in that case|in this case|if so|if not|such|for that|for this|one of|each|none|the rest|the others?|another|others|however|even then|until then|only then|still|too|with it|with them|in both|in addition|moreover|that way|because|which|who|thereafter|meanwhile|the same|until`,
  exception: String.raw`otherwise|later than|earlier than|after that|but|except|unless|however|exceptions?|in other cases|if not|above that|below that|beyond that|more than that|less than that|outside|only`,
  affix:
    'of course|sure|certainly|absolutely|definitely|happy to help|glad to help|no problem|no worries|good question|great question|sorry|i am sorry|im sorry|unfortunately|im afraid|i am afraid|please|please note|please note that|note that|in short|basically|just so you know|hello|hi|thanks for asking|thank you for asking|according to our information|as far as i can see',
  denial: 'not|no|never|cannot|nothing|nobody|neither|nor|unable|without|none',
  attachedDenial: "n['’]t",
  capitalisesNouns: false,
  everydayNames: 'ai faq ok please hello hi sorry thanks thank yes no email sms url pdf',
  possessiveYour: 'your',
  possessive: "['’]s",
  promptMention:
    'system (?:prompt|message)|my (?:instructions|prompt|guidelines|rules)|(?:initial|hidden|secret) (?:prompt|instructions)',
  unknowing: String.raw`(?:i|we) (?:could(?:n['’]t| not)|can(?:['’]t|not| not)) (?:find|see|tell|say|answer)|i (?:do(?:n['’]t| not)) (?:have|know|see)|i have no (?:information|details|answer)|(?:there is |i found )?no information (?:about|on)|i(?:['’]m| am) (?:not (?:able|sure)|unable)`,
  abbreviations: 'mr mrs ms dr prof st vs no nr etc e.g i.e approx dept est fig inc ltd co jr sr max min u.s a.m p.m',
}
