import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** What a mail of the corpus is read as. What is left out is none. */
export type Expected = {
  /** `Ada Park <ada@example.org>`; null without a sender. */
  from: string | null
  subject: string
  /** The lines of what the sender wrote, without blank ones. */
  body: string[]
  /** Pieces of what is folded, in their order; it begins with the first. */
  folded?: string[]
  attachments?: [name: string, mime: string][]
  automatic?: 'bounce' | 'auto_reply' | 'list'
  /** `explanation` is a piece of it. */
  bounce?: {
    recipient: string | null
    status: string | null
    isPermanent: boolean
    explanation: string
    originalMessageId: string | null
  }
  /** Words of the markup that no mail program shows. */
  hidden?: string[]
  /** In which set the text is, where the mail says another. */
  charset?: string
}

/** A mail of the corpus. `tuned`: the parser was made to read it; `held-out`: it was written before the parser was tried on it. */
export type CorpusMail = {
  part: 'tuned' | 'held-out'
  group: string
  name: string
  bytes: Buffer
  expected: Expected
}

/** All mails of the corpus, by part and name. */
export function readCorpus(): CorpusMail[] {
  const files = globSync('{tuned,held-out}/*/*.eml', { cwd: import.meta.dirname }).sort()
  return files.map((file) => {
    const path = join(import.meta.dirname, file)
    const [part = '', group = ''] = dirname(relative('.', file)).split('/')
    const expected = JSON.parse(readFileSync(path.replace(/\.eml$/, '.json'), 'utf8')) as Expected
    const name = file.replace(/^.*\/|\.eml$/g, '')
    return { part: part as CorpusMail['part'], group, name, bytes: readFileSync(path), expected }
  })
}
