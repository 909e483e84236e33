import { describe, expect, it } from 'vitest'
import { lineIn } from '#server/platform/text/stored-text.ts'
import { cpuMs } from '#test/time-bound.ts'
import { MAX_ROWS, parseFaqCsv, UnreadableCsvError } from './csv.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => parseFaqCsv(bytes(text))

describe('parsing of a CSV file of FAQs', () => {
  it('[K6] columns are found by name in any order, optional ones too', async () => {
    const { rows, faults } = await read(
      '\uFEFFAnswer,Category,Question,Phrasings,Priority,Status\r\n"Yes, we do.",technical,Do you mend tubes?,flat tyre | puncture,HIGH,draft\r\n',
    )
    expect(faults).toEqual([])
    expect(rows).toEqual([
      {
        line: 2,
        question: 'Do you mend tubes?',
        answer: 'Yes, we do.',
        phrasings: ['flat tyre', 'puncture'],
        category: 'Technical',
        priority: 'high',
        language: 'en',
        isPublished: false,
        isKnown: false,
      },
    ])
  })

  it('[K6] accepts semicolons, tabs, headers in other languages, UTF-16, Windows-1252 and files without a header', async () => {
    const german = await parseFaqCsv(
      Buffer.from('Frage;Antwort;Kategorie\nWas kostet die Größe?;Nichts, gar nichts;Konto', 'latin1'),
    )
    expect(german.rows).toMatchObject([
      { question: 'Was kostet die Größe?', answer: 'Nichts, gar nichts', category: 'General' },
    ])
    expect((await read('pregunta\trespuesta\n¿Cuándo?\tHoy')).rows).toMatchObject([
      { question: '¿Cuándo?', answer: 'Hoy' },
    ])
    expect((await read('Where are you?,"In Leeds, UK"\nWhen?,Always')).rows).toMatchObject([
      { line: 1, question: 'Where are you?', answer: 'In Leeds, UK' },
      { line: 2, question: 'When?' },
    ])
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('question,answer\nA?,ß', 'utf16le')])
    expect((await parseFaqCsv(wide)).rows).toMatchObject([{ question: 'A?', answer: 'ß' }])
  })

  it('[K6] wrong rows are faults with line and reason; the others are parsed', async () => {
    const { rows, faults } = await read(
      [
        'question,answer',
        'Good?,"two\nlines"',
        ',No question',
        'No answer?, ',
        `${'x'.repeat(301)},Too long`,
        `Long answer?,${'y'.repeat(8001)}`,
        '"GOOD ?",again',
        'Last?,fine',
      ].join('\n'),
    )
    expect(rows.map(({ line, question }) => `${line} ${question}`)).toEqual(['2 Good?', '9 Last?'])
    expect(faults.map(({ line, message }) => `${line} ${lineIn(message, 'en')}`)).toEqual([
      '4 The question is missing.',
      '5 The answer is missing.',
      '6 The question has 301 characters; 300 are allowed.',
      '7 The answer has 8001 characters; 8000 are allowed.',
      '8 The same question stands in line 2.',
    ])
  })

  it('[K6] removes the apostrophe that an export puts before a formula, and no other', async () => {
    const { rows } = await read("question,answer\n'=1+1 what is it?,'+49 30 123\n'Tis a question?,'quoted'")
    expect(rows).toMatchObject([
      { question: '=1+1 what is it?', answer: '+49 30 123' },
      { question: "'Tis a question?", answer: "'quoted'" },
    ])
  })

  it.each([
    ['', 'empty'],
    ['  \n \n', 'empty'],
    ['only one column\nand another', 'one column only'],
    ['question,answer\n', 'nothing under it'],
    ['question,answer\n"open,never closed', 'line'],
    ['PK\u0003\u0004\u0000\u0000', 'no text file'],
    [`question,answer\n${'a?,b\n'.repeat(MAX_ROWS + 1)}`, 'At most 5000'],
  ])('[K6] rejects an unreadable file with a message: %#', async (text, words) => {
    const refused = await read(text).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(UnreadableCsvError)
    expect((refused as Error).message).toContain(words)
  })

  it('[K6] parsing 5,000 rows blocks the event loop for less than 500 ms', async () => {
    const text = `question,answer\n${Array.from({ length: MAX_ROWS }, (_, n) => `Question ${n} about things?,"${'Words, many of them. '.repeat(20)}"`).join('\n')}`
    let longest = 0
    let last = cpuMs()
    const clock = setInterval(() => {
      longest = Math.max(longest, cpuMs() - last)
      last = cpuMs()
    }, 5)
    const { rows } = await read(text)
    clearInterval(clock)
    expect(rows).toHaveLength(MAX_ROWS)
    expect(longest).toBeLessThan(500)
  })
})
