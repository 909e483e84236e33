import { beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '#test/mail-corpus/check-mail.ts'
import { type CorpusMail, readCorpus } from '#test/mail-corpus/read-corpus.ts'
import { corpusResults, type Result } from '#test/mail-corpus/report.ts'

let mails: CorpusMail[]
let results: Result[]
beforeAll(async () => {
  mails = readCorpus()
  results = await corpusResults()
})

const faultsIn = (part: Result['part'], isMeant: (fault: string) => boolean = () => true) =>
  results
    .filter((result) => result.part === part)
    .flatMap(({ group, name, faults }) => faults.filter(isMeant).map((fault) => `${group}/${name}: ${fault}`))

describe('the corpus of mails', () => {
  it('[V5] has at least 150 mails of clients, encodings, bounces, replies, forwards, invitations, signatures; a third of them held out', () => {
    const heldOut = mails.filter(({ part }) => part === 'held-out').length
    expect(mails.length).toBeGreaterThanOrEqual(150)
    expect(heldOut / mails.length).toBeGreaterThan(0.3)
    expect(new Set(mails.map(({ bytes }) => bytes.toString('latin1'))).size).toBe(mails.length)
  })

  it('[V5] is read as expected: sender, subject, what was written, what is folded, files, bounces', () => {
    expect(faultsIn('tuned')).toEqual([])
  })

  it('[V5] loses no word that a mail program shows, nor shows one that is hidden, in its held-out part too', () => {
    const isLoss = (fault: string) => /^(?:lost|shown)/.test(fault)
    expect([...faultsIn('tuned', isLoss), ...faultsIn('held-out', isLoss)]).toEqual([])
  })

  it('[V5] its held-out part is read as expected in at least nine mails of ten', () => {
    const heldOut = results.filter(({ part }) => part === 'held-out')
    const right = heldOut.filter(({ faults }) => faults.length === 0)
    expect(right.length / heldOut.length, faultsIn('held-out').join('\n')).toBeGreaterThanOrEqual(0.9)
  })

  it('[V5] is checked by what can fail: another result, a hidden word that is shown, and a word that is lost are found', async () => {
    const named = (wanted: string) => mails.find(({ part, name }) => part === 'tuned' && name === wanted) as CorpusMail
    const kinds = async (mail: CorpusMail, change: Partial<CorpusMail['expected']>) =>
      (await faultsOf({ ...mail, expected: { ...mail.expected, ...change } })).map((fault) => fault.replace(/:.*/s, ''))
    expect(await kinds(named('gmail-reply-en'), {})).toEqual([])
    expect(await kinds(named('gmail-reply-en'), { body: ['Other'], hidden: ['lamp'] })).toEqual([
      'body',
      'shown though hidden',
    ])
    expect(await kinds(named('hidden-instruction'), { hidden: [] })).toEqual(['lost'])
  })
})
