import type { SmallTalkPatterns } from '#server/language/types.ts'

export const smallTalk: SmallTalkPatterns = {
  greeting:
    '(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|howdy)(?: there| all| everyone)?|how (?:are|r) (?:you|u|things)(?: doing)?(?: today)?|how(?:s| is) it going|how do you do',
  thanks:
    '(?:ok(?:ay)?[\\s,]*)?(?:thanks?|thank you|thx|cheers|great|perfect|super)(?: (?:you|a lot|so much|very much|again|for .{1,40}))?',
  goodbye: '(?:ok(?:ay)?[\\s,]*)?(?:bye|goodbye|see you|have a (?:nice|good) (?:day|one))',
}
