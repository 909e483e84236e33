import { faultsOf } from './check-mail.ts'
import { type CorpusMail, readCorpus } from './read-corpus.ts'

export type Result = Pick<CorpusMail, 'part' | 'group' | 'name'> & { faults: string[] }

/** Reads the whole corpus. */
export async function corpusResults(): Promise<Result[]> {
  const results: Result[] = []
  for (const mail of readCorpus()) {
    const { part, group, name } = mail
    results.push({ part, group, name, faults: await faultsOf(mail) })
  }
  return results
}

export const countsOf = (results: readonly Result[]): { mails: number; right: number } => ({
  mails: results.length,
  right: results.filter(({ faults }) => faults.length === 0).length,
})

/** Prints how the corpus is read, tuned and held-out mails apart. Gives the number of tuned mails that are read wrongly, or lose a word. */
export async function corpusReport(print: (text: string) => void): Promise<number> {
  const results = await corpusResults()
  for (const { part, group, name, faults } of results)
    for (const fault of faults) print(`  ${part}/${group}/${name}: ${fault}`)
  for (const part of ['tuned', 'held-out'] as const) {
    const { mails, right } = countsOf(results.filter((result) => result.part === part))
    print(`${part}: ${right} of ${mails} mails are read as expected`)
  }
  return results.filter(({ part, faults }) => faults.some((fault) => part === 'tuned' || fault.startsWith('lost')))
    .length
}
