import { join } from 'node:path'
import type { Source } from '#contracts/conversation/message.ts'
import type { ArticleId, DocumentId, FaqId, TenantId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { type Passage, splitIntoPassages } from '#server/knowledge/passages.ts'
import {
  applyCalibration,
  type Calibration,
  fitCalibration,
  IDENTITY_CALIBRATION,
} from '#server/knowledge/retrieval/calibration.ts'
import { type RetrievalClient, startRetrieval } from '#server/knowledge/retrieval/retrieval-client.ts'
import { createSearchThreads } from '#server/knowledge/retrieval/search-thread.ts'
import type { IndexEntry, Match, SearchResult } from '#server/knowledge/retrieval/types.ts'
import { listRatedUses } from '#server/knowledge/usage-counter.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import {
  type QuotableKnowledge,
  readKnowledgeFingerprint,
  readPublishedKnowledge,
  readPublishedKnowledgeByIds,
} from './queries.ts'

/** A FAQ or passage that may answer: `question` is what it answers, `answer` the text to quote, `source` the citation. */
export type KnowledgeMatch = {
  source: Source
  answer: string
  question: string
  language: Language
  /** Probability, 0 to 1, that it answers the question. */
  score: number
}

export type KnowledgeSearchResult = {
  /** Calibrated probability, 0 to 1, that the first of `found` answers the question; 0 when nothing was found. */
  confidence: number
  /** Best first. */
  found: KnowledgeMatch[]
  /** The languages of everything that is published. */
  languages: readonly Language[]
}

type SearchState = {
  retrieval: RetrievalClient
  prints: Map<TenantId, string>
  /** Knowledge as it might become (compare.ts), under a separate key. */
  drafts: Map<string, Draft>
  calibrations: Map<TenantId, { readAt: number; calibration: Promise<Calibration> }>
}
type Draft = { tenantId: TenantId; pieces: QuotableKnowledge }

/** The search thread of the process; it starts with the first search. */
export const searchThreads = processState(
  'search thread',
  ({ log }) => createSearchThreads({ log }),
  (threads) => threads.stop(),
)
/** The indexes of this platform's tenants in the search thread, and caches. */
const searchState = processState('knowledge search', startSearch, async ({ retrieval }) => retrieval.stop())

export const searchOf = (platform: Platform): SearchState => platform.state(searchState)

/** Where this node keeps the vectors of a business's knowledge. */
export const vectorFileOf = ({ config }: Platform, id: TenantId): string => join(config.dataDir, 'vectors', `${id}.bin`)

function startSearch(platform: Platform): SearchState {
  const drafts: SearchState['drafts'] = new Map()
  const published = (id: string) => tenantOf(platform, id as TenantId).read(readPublishedKnowledge)
  const load = async (key: string) => entriesOf(drafts.get(key)?.pieces ?? (await published(key)))
  // A draft shares nearly all of its texts with what is published.
  const vectorsOf = (key: string) => {
    const draft = drafts.get(key)
    return { file: vectorFileOf(platform, (draft?.tenantId ?? key) as TenantId), isPersistent: !draft }
  }
  return {
    retrieval: startRetrieval({ load, vectorsOf, log: platform.log, threads: platform.state(searchThreads) }),
    prints: new Map<TenantId, string>(),
    drafts,
    calibrations: new Map(),
  }
}

/**
 * Finds what the tenant's published knowledge answers to a customer's question: at most `limit` matches, best first. An article or a
 * document answers with its best passage (plain text, 600 characters at most). Changes committed before the call are found,
 * whichever node made them. Must not be called inside a transaction.
 * @throws AppError `unavailable` when the search takes longer than 2 s
 */
export async function searchKnowledge(tenant: Tenant, query: string, limit = 3): Promise<KnowledgeSearchResult> {
  const { retrieval, prints } = searchOf(tenant.platform)
  const print = prints.get(tenant.id)
  // Searches while the fingerprint is read; the result is discarded if the knowledge changed.
  const early = print === undefined ? null : retrieval.search(tenant.id, query, { limit })
  early?.catch(() => undefined)
  const calibration = readCalibration(tenant)
  await refreshRetrieval(tenant)
  const isCurrent = early !== null && prints.get(tenant.id) === print
  const result = await (isCurrent ? early : retrieval.search(tenant.id, query, { limit }))
  if (result.matches.length === 0) return { confidence: 0, found: [], languages: result.languages }
  const pieces = await tenant.read((t) => readPublishedKnowledgeByIds(t, idsOf(result.matches)))
  return resolveMatches(result, pieces, await calibration)
}

/**
 * The published articles that may answer a search, best first, by the same index and confidence as `searchKnowledge`, not calibrated by
 * ratings, which are of answers. Must not be called inside a transaction.
 * @throws AppError `unavailable` when the search takes longer than 2 s
 */
export async function searchArticles(tenant: Tenant, query: string): Promise<SearchResult> {
  const retrieval = await refreshRetrieval(tenant)
  return retrieval.search(tenant.id, query, { kind: 'article', isWords: true })
}

/** Only the latest so many ratings are used for the calibration. */
const JUDGED = 500
const CALIBRATION_MS = 10 * 60_000

/** The calibration of the confidence by the tenant's ratings, cached for ten minutes. */
export function readCalibration(tenant: Tenant): Promise<Calibration> {
  const { calibrations } = searchOf(tenant.platform)
  const held = calibrations.get(tenant.id)
  const now = performance.now()
  if (held && now - held.readAt < CALIBRATION_MS) return held.calibration
  const calibration = tenant
    .read((t) => listRatedUses(t, JUDGED))
    .then(fitCalibration)
    .catch((error: unknown) => {
      tenant.platform.log.warn({ err: error }, 'ratings could not be read; the confidence is not calibrated')
      return IDENTITY_CALIBRATION
    })
  calibrations.set(tenant.id, { readAt: now, calibration })
  return calibration
}

/** Loads the tenant's knowledge into the search index, so that the first question need not wait. Never fails. */
export async function warmKnowledge(tenant: Tenant): Promise<void> {
  await searchOf(tenant.platform).retrieval.warm(tenant.id)
}

/** The retrieval client, with the tenant's index marked stale if its knowledge changed. */
export async function refreshRetrieval(tenant: Tenant): Promise<RetrievalClient> {
  const { retrieval, prints } = searchOf(tenant.platform)
  const print = await tenant.read(readKnowledgeFingerprint)
  if (prints.get(tenant.id) !== print) {
    prints.set(tenant.id, print)
    retrieval.invalidate(tenant.id)
  }
  return retrieval
}

/** Resolves matches to texts and citations of the given rows, with calibrated confidence. */
export function resolveMatches(
  { confidence: fitted, matches, languages }: SearchResult,
  pieces: QuotableKnowledge,
  calibration: Calibration,
): KnowledgeSearchResult {
  const read = matches.map((match) => {
    const quoted = quote(match, pieces)
    return quoted && { ...quoted, score: applyCalibration(match.confidence, calibration) }
  })
  const confidence = applyCalibration(fitted, calibration)
  // The confidence is that of the first match: if its row was withdrawn meanwhile, it is 0.
  return { confidence: read[0] ? confidence : 0, found: read.filter((one) => one !== null), languages }
}

const textsOf = (passages: Passage[]) => passages.map(({ heading, text }) => (heading ? `${heading}\n${text}` : text))

function entriesOf({ faqs, documents, articles }: QuotableKnowledge): IndexEntry[] {
  return [
    ...faqs.map((row): IndexEntry => {
      const { id, language, question, phrasings, answer } = row
      return { id, kind: 'faq', language, title: question, texts: [question, ...phrasings], answer }
    }),
    ...articles.map((row): IndexEntry => {
      const { id, language, title, body } = row
      return { id, kind: 'article', language, title, texts: textsOf(splitIntoPassages(body)), answer: '' }
    }),
    ...documents.map((row): IndexEntry => {
      const { id, language, name, passages } = row
      return { id, kind: 'document', language, title: name, texts: textsOf(passages), answer: '' }
    }),
  ]
}

const idsOf = (matches: Match[]) => ({
  faqs: matches.filter(({ kind }) => kind === 'faq').map(({ id }) => id as FaqId),
  documents: matches
    .filter(({ kind }) => kind === 'document')
    .map(({ id, passage }) => ({ id: id as DocumentId, passage })),
  articles: matches.filter(({ kind }) => kind === 'article').map(({ id }) => id as ArticleId),
})

type Quoted = Omit<KnowledgeMatch, 'score'>

/** The match as text and citation, taken from the tenant's own rows: no other tenant's text can be quoted, whatever the thread returns. */
function quote(match: Match, { faqs, documents, articles }: QuotableKnowledge): Quoted | null {
  if (match.kind === 'faq') {
    const row = faqs.find(({ id }) => id === match.id)
    if (!row) return null
    const { id, question, answer, language } = row
    return {
      question,
      answer,
      language,
      source: { kind: 'faq', id, title: question, passage: answer, articleSlug: null },
    }
  }
  if (match.kind === 'article') {
    const row = articles.find(({ id }) => id === match.id)
    return row ? cite(match, { ...row, name: row.title }, splitIntoPassages(row.body)[match.passage], row.slug) : null
  }
  const row = documents.find(({ id }) => id === match.id)
  return row ? cite(match, row, row.passages[match.passage], null) : null
}

function cite(
  { kind, id }: Match,
  { name: title, language }: { name: string; language: Language },
  found: Passage | undefined,
  articleSlug: string | null,
): Quoted | null {
  if (!found) return null
  const { text, heading, page } = found
  const place = { ...(heading ? { heading } : {}), ...(page ? { page } : {}) }
  return { question: title, answer: text, language, source: { kind, id, title, passage: text, articleSlug, ...place } }
}
