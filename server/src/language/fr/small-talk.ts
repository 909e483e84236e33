import type { SmallTalkPatterns } from '#server/language/types.ts'

export const smallTalk: SmallTalkPatterns = {
  greeting:
    '(?:bonjour|bonsoir|salut|coucou)(?: [àa] (?:tous|vous)|,? [çc]a va)?|(?:salut[\\s,]*|bonjour[\\s,]*)?(?:[cç]a va|comment (?:[cç]a va|allez[- ]vous|vas[- ]tu))',
  thanks: '(?:ok|d.accord|parfait|super)?[\\s,]*merci(?: (?:beaucoup|bien|[àa] vous|pour .{1,40}))?',
  goodbye: '(?:au revoir|[àa] bient[oô]t|bonne (?:journ[eé]e|soir[eé]e))',
}
