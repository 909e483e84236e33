import type { TraitWords } from '#server/language/types.ts'

export const traits: TraitWords = {
  wantsShort: 'briefly|in short|short answer|tl ?dr|quick question|just tell me',
  wantsLong: 'in detail|detailed|step by step|explain|walk me through|why exactly',
  expert: String.raw`api|endpoint|webhook|json|xml|curl|oauth|saml|sso|dns|cname|ssl|tls|ssh|regex|sql|http|https|cors|payload|stack ?trace|localhost|cli|sdk|npm|docker|kubernetes|cron|latency|token expir\w+|status code|4\d\d error|5\d\d error|env(?:ironment)? variable`,
  beginner:
    'not (?:very )?(?:technical|good with computers|tech savvy)|im new|new to this|first time|beginner|dont (?:know|understand) (?:how|what|where)|where do i (?:click|find)|what (?:is|does) (?:a|an|that|it) mean|in simple (?:words|terms)',
  angry: String.raw`frustrat\w+|annoy\w+|angry|furious|upset|unacceptable|ridiculous|useless|terrible|awful|fed up|still (?:not|doesnt|isnt)`,
  hurried: String.raw`urgent\w*|asap|immediately|right now|emergency|as soon as possible|hurry`,
  happy: 'thanks|thank you|thx|great|perfect|awesome|that works|that worked|solved|excellent',
  polite: 'please|kindly|thank you|thanks',
  preferences: {
    steps: 'step by step|steps|instructions|how do i',
    article: 'article|documentation|docs|guide|manual|link to',
    person: '(?:talk|speak|chat) (?:to|with) (?:a |an |the )?(?:human|person|agent|someone|manager)|real person',
    examples: 'for example|an example|examples',
    pictures: 'screenshots?|pictures?|images?',
    videos: 'videos?|tutorial',
  },
}
