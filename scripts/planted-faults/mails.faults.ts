import type { PlantedFault } from './fault.ts'

const CORPUS = ['server/src/inbound-mail/parsing/corpus.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'the words that only the text form of a mail has are lost',
    file: 'server/src/inbound-mail/parsing/mail-text.ts',
    find: "further: plain === '' ? [] : missing(ofText, wordsOf(textOfLines(ofHtml)))",
    replace: 'further: []',
    tests: CORPUS,
  },
  {
    breaks: 'answers between quoted lines are folded with them',
    file: 'server/src/inbound-mail/parsing/fold.ts',
    find: "return !isOneAbove && at >= start && at < last ? 'own' : 'quote'",
    replace: "return 'quote'",
    tests: CORPUS,
  },
  {
    breaks: 'hidden words of a mail are shown to the assistant as if the customer had written them',
    file: 'server/src/inbound-mail/parsing/html-lines.ts',
    find: "isHidden: outer.isHidden || NEVER_SHOWN.has(name) || 'hidden' in attributes || HIDDEN.test(attributes.style ?? ''),",
    replace: 'isHidden: outer.isHidden || NEVER_SHOWN.has(name),',
    tests: CORPUS,
  },
  {
    breaks: 'a mail that is late counts as one that came back',
    file: 'server/src/inbound-mail/parsing/bounces.ts',
    find: 'isPermanent: !isLate,',
    replace: 'isPermanent: true,',
    tests: CORPUS,
  },
  {
    breaks: 'a long mail is read in the server’s own thread',
    file: 'server/src/inbound-mail/parsing/read-mail.ts',
    find: 'if (bytes.length <= LONGEST_IN_PROCESS) return parseMail(bytes)',
    replace: 'if (bytes.length > 0) return parseMail(bytes)',
    tests: ['server/src/inbound-mail/parsing/hostile-mail.test.ts'],
  },
]
