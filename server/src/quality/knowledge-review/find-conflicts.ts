import { createHash } from 'node:crypto'
import type { ConflictKind } from '#contracts/quality/knowledge-review.ts'
import { createNearSearch, type EntryReference, type EntryText, readEntryText } from '#server/knowledge/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { compareStatements, type Difference } from './compare.ts'
import type { ConflictRow, StoredSide } from './schema.ts'
import { type EntryStatement, statementsOf } from './statements.ts'

/** The entries that each statement is compared with: those that the search finds for it. */
const NEAREST = 12
/** Of a title so much is searched for with a statement. */
const TITLE_CHARACTERS = 120
/** A pair of entries, and an entry, has no more contradictions than a person reads. */
const MOST_OF_PAIR = 3
const MOST_OF_ENTRY = 50
/** Statements that are held at once. */
const MOST_HELD = 30_000
const EXCERPT = 500

export type FoundConflict = Pick<
  ConflictRow,
  'kind' | 'firstKind' | 'firstId' | 'first' | 'secondKind' | 'secondId' | 'second' | 'fingerprint'
>

export type ConflictFinder = Awaited<ReturnType<typeof createConflictFinder>>

type KnownConflict = Pick<ConflictRow, 'firstKind' | 'firstId' | 'first' | 'secondKind' | 'secondId' | 'second'>

type Read = { entry: EntryText; statements: EntryStatement[] }
/** A statement with the entry that it stands in. */
type Side = { reference: EntryReference; entry: EntryText; statement: EntryStatement; places: Difference['first'] }

/** Compares entries of one business with the others. It holds what it has read of them, so it is made anew for each run. */
export async function createConflictFinder(tenant: Tenant) {
  const near = await createNearSearch(tenant)
  const held = new Map<string, Read | null>()
  let statementsHeld = 0
  const read = async (reference: EntryReference): Promise<Read | null> => {
    const key = `${reference.kind} ${reference.id}`
    const known = held.get(key)
    if (known !== undefined) return known
    const entry = await tenant.read((t) => readEntryText(t, reference))
    const made = entry && { entry, statements: statementsOf(entry) }
    if (statementsHeld >= MOST_HELD) {
      held.clear()
      statementsHeld = 0
    }
    held.set(key, made)
    statementsHeld += made?.statements.length ?? 0
    return made
  }
  // It is reported when it is compared itself.
  const readOther = (reference: EntryReference) => read(reference).catch(() => null)
  return {
    /** The contradictions of one entry with the others; first those that are stored (`known`) and still are ones. */
    find: async (reference: EntryReference, known: readonly KnownConflict[]): Promise<FoundConflict[]> => {
      const own = await read(reference)
      if (!own) return []
      const found = new Map<string, FoundConflict>()
      for (const row of known) {
        const [mine, theirs] = row.firstId === reference.id ? [row.first, row.second] : [row.second, row.first]
        const partner =
          row.firstId === reference.id
            ? { kind: row.secondKind, id: row.secondId }
            : { kind: row.firstKind, id: row.firstId }
        const other = await readOther(partner)
        const [one, two] = [statementOf(own, mine), other && statementOf(other, theirs)]
        const difference = one && two && compareStatements(one, two)
        if (!difference || !other) continue
        const side = { reference, entry: own.entry, statement: one, places: difference.first }
        add(found, difference.kind, side, {
          reference: partner,
          entry: other.entry,
          statement: two,
          places: difference.second,
        })
      }
      for (const statement of own.statements) {
        if (found.size >= MOST_OF_ENTRY) break
        const title = own.entry.title.slice(0, TITLE_CHARACTERS)
        const matches = await near(`${title} ${statement.text}`, NEAREST)
        for (const match of matches) {
          if (match.id === reference.id) continue
          const other = await readOther(match)
          const passages = match.kind === 'faq' ? null : match.passage
          for (const theirs of other?.statements ?? []) {
            if (passages !== null && theirs.passage !== passages) continue
            const difference = compareStatements(statement, theirs)
            if (!difference || !other) continue
            const mine = { reference, entry: own.entry, statement, places: difference.first }
            add(found, difference.kind, mine, {
              reference: match,
              entry: other.entry,
              statement: theirs,
              places: difference.second,
            })
          }
        }
      }
      return [...found.values()]
    },
  }
}

/** The sentence of a stored side, where the entry still has it. */
const statementOf = ({ statements }: Read, { passage, sentence }: StoredSide): EntryStatement | undefined =>
  statements.find(({ text }) => text === passage.slice(sentence.start, sentence.end))

const keyOf = ({ kind, id }: EntryReference) => `${kind} ${id}`

function add(found: Map<string, FoundConflict>, kind: ConflictKind, one: Side, other: Side): void {
  const [first, second] = keyOf(one.reference) < keyOf(other.reference) ? [one, other] : [other, one]
  const fingerprint = createHash('sha256')
    .update([kind, first.statement.text, second.statement.text].join('\0'))
    .digest('base64url')
    .slice(0, 22)
  const ofPair = [...found.values()].filter(
    ({ firstId, secondId }) => firstId === first.reference.id && secondId === second.reference.id,
  )
  if (ofPair.length >= MOST_OF_PAIR) return
  found.set(`${first.reference.id} ${second.reference.id} ${fingerprint}`, {
    kind,
    firstKind: first.reference.kind,
    firstId: first.reference.id,
    first: excerptOf(first),
    secondKind: second.reference.kind,
    secondId: second.reference.id,
    second: excerptOf(second),
    fingerprint,
  })
}

/** The passage around a sentence, cut between words where it is long. */
function excerptOf({ entry, statement, places }: Side): StoredSide {
  const whole = entry.passages[statement.passage]?.text ?? statement.text
  const end = statement.start + statement.text.length
  const room = Math.max(0, EXCERPT - statement.text.length) / 2
  const [least, most] = [Math.max(0, Math.floor(statement.start - room)), Math.ceil(end + room)]
  const start = least === 0 ? 0 : least + Math.max(0, whole.slice(least, statement.start).search(/\s/) + 1)
  const cut = whole.length <= most ? whole.length : end + (/\s\S*$/.exec(whole.slice(end, most))?.index ?? most - end)
  const [before, after] = [start > 0 ? '… ' : '', cut < whole.length ? ' …' : '']
  const shift = before.length - start + statement.start
  const sentence = { start: shift, end: shift + statement.text.length }
  return {
    passage: `${before}${whole.slice(start, Math.max(cut, end))}${after}`,
    sentence,
    differs: places.map((place) => ({ start: shift + place.start, end: shift + place.end })),
  }
}
