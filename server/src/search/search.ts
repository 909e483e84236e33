import type { SearchResult } from '#contracts/search/search.ts'
import { findCustomersByWords } from '#server/customer/service.ts'
import { findArticlesByWords, findFaqsByWords, readKnowledgeQuery } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { findTickets, readSearchQuery } from '#server/ticket/service.ts'

/** Of each kind: what fits on a screen. */
const MOST = 5

const NOTHING: SearchResult = { tickets: [], customers: [], faqs: [], articles: [], terms: [] }

/** What a member finds by words: each domain searches its own rows, all in one transaction. */
export const search = (tenant: Tenant, actor: Member, given: string): Promise<SearchResult> =>
  tenant.read(async (t) => {
    const [query, ofKnowledge] = await Promise.all([readSearchQuery(t, given), readKnowledgeQuery(t, given)])
    if (!query) return NOTHING
    const [tickets, customers, faqs, articles] = await Promise.all([
      findTickets(t, actor, query, MOST),
      findCustomersByWords(t, query.query, MOST),
      findFaqsByWords(t, ofKnowledge, MOST),
      findArticlesByWords(t, ofKnowledge, MOST),
    ])
    return { tickets, customers, faqs, articles, terms: [...new Set([...query.words, ...ofKnowledge.words].flat())] }
  })
