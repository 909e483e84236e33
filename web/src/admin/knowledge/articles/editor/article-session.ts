import type { ArticleId } from '#contracts/ids.ts'
import type { ArticleFields, DeskArticle } from '#contracts/knowledge/article-editing.ts'
import {
  createArticle,
  getDeskArticle,
  restoreArticleVersion,
  saveArticle,
} from '#contracts/knowledge/article-editing.ts'
import { CallError, call, isTransient } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { keepText, readKeptText } from './kept-text.ts'
import { blankFields, differingFields, type FieldName, fieldsOf, mergeFields } from './merge-fields.ts'

/** A version is the text of one sitting: after this time the next save begins another. */
const SITTING_MS = 600_000

/** Somebody else's text, which changed the same fields as the one that is being written. */
export type Clash = { theirs: DeskArticle; fields: FieldName[] }

export type Snapshot = {
  /** The article as this page last had it from the server; null while it is not stored. */
  stored: DeskArticle | null
  /** The text that the server has of it. */
  known: ArticleFields
  /** The text as it is written. */
  fields: ArticleFields
  clash: Clash | null
  /** Why the last save failed; `offline`: it is tried again. */
  problem: { isOffline: boolean; text: string } | null
  isSaving: boolean
}

type Start = {
  id: ArticleId
  /** Null for an article that is not stored yet. */
  stored: DeskArticle | null
  translationOf: ArticleId | null
  /** What a new article begins with. */
  begin: Partial<ArticleFields>
  onStored: (article: DeskArticle) => void
}

/** The text of an article while a member writes it: what the server has, what is written, and the saves between them. */
export type ArticleSession = Start & {
  snapshot: () => Snapshot
  watch: (watcher: () => void) => () => void
  set: (patch: Partial<Snapshot>) => void
  /** The version this sitting saves into. */
  sitting: { number: number; since: number } | null
  queue: Promise<unknown>
}

/** Opens an article for writing. A text that this browser kept is taken up again. */
export function openSession(start: Start): ArticleSession {
  const known = start.stored ? fieldsOf(start.stored.draft) : { ...blankFields, ...start.begin }
  let snapshot: Snapshot = { stored: start.stored, known, fields: known, clash: null, problem: null, isSaving: false }
  const watchers = new Set<() => void>()
  const session: ArticleSession = {
    ...start,
    sitting: null,
    queue: Promise.resolve(),
    snapshot: () => snapshot,
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    set: (patch) => {
      snapshot = { ...snapshot, ...patch }
      keep(start.id, snapshot)
      for (const watcher of watchers) watcher()
    },
  }
  const kept = readKeptText(start.id)
  if (kept && start.stored && kept.version !== start.stored.version) merge(session, start.stored, kept)
  else if (kept) session.set({ fields: kept.fields })
  return session
}

export const isDirty = ({ known, fields }: Snapshot): boolean => differingFields(known, fields).length > 0

/** Without a title or a text nothing is stored on the server. */
export const isComplete = ({ fields }: Snapshot): boolean => fields.title.trim() !== '' && fields.body.trim() !== ''

function keep(id: ArticleId, snapshot: Snapshot): void {
  const { stored, known, fields } = snapshot
  keepText(id, isDirty(snapshot) ? { version: stored?.version ?? 0, base: known, fields } : null)
}

export const write = (session: ArticleSession, patch: Partial<ArticleFields>): void =>
  session.set({ fields: { ...session.snapshot().fields, ...patch }, problem: null })

/** Takes over what somebody else saved meanwhile. */
export function follow(session: ArticleSession, theirs: DeskArticle): void {
  const { isSaving, clash, stored, known, fields } = session.snapshot()
  if (isSaving || clash || (stored && theirs.version <= stored.version)) return
  merge(session, theirs, { base: known, fields })
}

/** Merges their text with the one written here, field by field; where both changed one, the member chooses. */
function merge(
  session: ArticleSession,
  theirs: DeskArticle,
  mine: { base: ArticleFields; fields: ArticleFields },
): void {
  const known = fieldsOf(theirs.draft)
  const { merged, clashes } = mergeFields(mine.base, mine.fields, known)
  session.sitting = null
  if (clashes.length > 0) session.set({ fields: mine.fields, clash: { theirs, fields: clashes } })
  else session.set({ stored: theirs, known, fields: merged, problem: null })
}

/** Saves the text as it is now, as a draft or for customers to read; after the saves that are on their way. True when it is stored. */
export function save(session: ArticleSession, publish = false): Promise<boolean> {
  const next = session.queue.then(() => attempt(session, publish))
  session.queue = next
  return next
}

async function attempt(session: ArticleSession, publish: boolean): Promise<boolean> {
  const { stored, fields } = session.snapshot()
  session.set({ isSaving: true })
  try {
    const saved = stored ? await store(session, stored, publish) : await create(session)
    const number = saved.versions[0]?.number ?? 1
    if (session.sitting?.number !== number) session.sitting = { number, since: Date.now() }
    // The server trims a text; what is written stays as it is, so that no space vanishes before the cursor.
    session.set({ stored: saved, known: fields, problem: null, isSaving: false })
    session.onStored(saved)
    return publish && !stored ? attempt(session, true) : true
  } catch (error) {
    session.set({ isSaving: false })
    await fail(session, error)
    return false
  }
}

function create({ id, translationOf, snapshot }: ArticleSession): Promise<DeskArticle> {
  return call(createArticle, { body: { ...snapshot().fields, id, translationOf } })
}

function store({ id, sitting, snapshot }: ArticleSession, { version }: DeskArticle, publish: boolean) {
  const continues = sitting && Date.now() - sitting.since < SITTING_MS ? sitting.number : null
  return call(saveArticle, { params: { articleId: id }, body: { ...snapshot().fields, version, publish, continues } })
}

async function fail(session: ArticleSession, error: unknown): Promise<void> {
  const { stored, known, fields } = session.snapshot()
  const isTaken = error instanceof CallError && error.reason === 'language_taken'
  if (error instanceof CallError && error.code === 'conflict' && !isTaken) {
    // Of a new article the answer was lost and the text went on: what is stored is an earlier text of it.
    const theirs = stored ? (error.current as DeskArticle) : await find(session)
    if (theirs) return merge(session, theirs, { base: stored ? known : fieldsOf(theirs.draft), fields })
  }
  session.set({ problem: { isOffline: isTransient(error), text: failureText(error) } })
}

const find = ({ id }: ArticleSession): Promise<DeskArticle | null> =>
  call(getDeskArticle, { params: { articleId: id } }).catch(() => null)

/** Shows the answer of another change of the article. */
export function show(session: ArticleSession, saved: DeskArticle): void {
  const known = fieldsOf(saved.draft)
  session.sitting = null
  session.set({ stored: saved, known, fields: known, clash: null, problem: null })
  session.onStored(saved)
}

/** Goes on with the text written here; theirs stays the version before it. */
export function keepMine(session: ArticleSession): void {
  const { clash, known, fields } = session.snapshot()
  if (!clash) return
  const theirs = fieldsOf(clash.theirs.draft)
  session.set({ stored: clash.theirs, known: theirs, fields: mergeFields(known, fields, theirs).merged, clash: null })
}

/** Goes on with their text; the one written here becomes the version before it. Throws when it cannot be stored. */
export async function takeTheirs(session: ArticleSession): Promise<void> {
  const { clash, fields } = session.snapshot()
  if (!clash) return
  const params = { articleId: session.id }
  const { version, versions } = clash.theirs
  const kept = await call(saveArticle, { params, body: { ...fields, version, publish: false, continues: null } })
  const number = versions[0]?.number ?? 1
  show(session, await call(restoreArticleVersion, { params, body: { version: kept.version, number } }))
}
