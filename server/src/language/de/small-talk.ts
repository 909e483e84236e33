import type { SmallTalkPatterns } from '#server/language/types.ts'

export const smallTalk: SmallTalkPatterns = {
  greeting:
    "(?:hallo|guten (?:morgen|tag|abend)|moin(?: moin)?|servus|gr(?:ü|ue)(?:ß|ss) gott)(?: zusammen| liebes team)?|(?:hallo[\\s,]*|hi[\\s,]*)?wie geht(?:[’' ]?s| es)?(?: (?:ihnen|dir|euch))?(?: (?:so|heute))?",
  thanks:
    '(?:ok|gut|super|perfekt|alles klar)?[\\s,]*(?:danke|vielen dank|herzlichen dank|dankesch(?:ö|oe)n)(?: (?:sch(?:ö|oe)n|sehr|dir|ihnen|euch|f(?:ü|ue)r .{1,40}))?',
  goodbye: '(?:tsch(?:ü|ue)(?:ss|ß|s)|auf wiedersehen|bis (?:bald|dann)|sch(?:ö|oe)nen tag(?: noch)?)',
}
