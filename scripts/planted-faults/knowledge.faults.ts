import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'a document may unpack to any size in memory',
    file: 'server/src/knowledge/parsing/memory-limit.ts',
    find: 'process.memoryUsage().arrayBuffers + bytes <= limitBytes',
    replace: 'process.memoryUsage().arrayBuffers + bytes > 0',
    tests: ['server/src/knowledge/parsing/memory-limit.proof.test.ts'],
  },
  {
    breaks: 'the palette finds no FAQ by a word with a slip',
    file: 'server/src/knowledge/search/find-by-words.ts',
    find: 'return wordsQueryOf(words, corrections)',
    replace: 'return wordsQueryOf(words)',
    tests: ['server/src/search/search.test.ts'],
  },
  {
    breaks: 'unpublished FAQs are quoted',
    file: 'server/src/knowledge/search/queries.ts',
    find: 'and(eq(faq.tenantId, t.tenantId), eq(faq.isPublished, true))',
    replace: 'eq(faq.tenantId, t.tenantId)',
    tests: ['server/src/knowledge/search/search-knowledge.test.ts'],
  },
  {
    breaks: 'sample documents are quoted',
    file: 'server/src/knowledge/search/queries.ts',
    find: '    eq(trainingDocument.isDemo, false),\n',
    replace: '',
    tests: ['server/src/knowledge/documents/documents.test.ts'],
  },
  {
    breaks: 'a change on another node is not noticed by the search',
    file: 'server/src/knowledge/search/queries.ts',
    find: 'FROM faq WHERE tenant_id = $1 AND is_published),',
    replace: 'FROM faq WHERE tenant_id = $1 AND is_published AND false),',
    tests: ['server/src/knowledge/search/search-knowledge.test.ts'],
  },
  {
    breaks: 'a search result without its row is quoted',
    file: 'server/src/knowledge/search/search-knowledge.ts',
    find: 'if (result.matches.length === 0) return { confidence: 0, found: [], languages: result.languages }',
    replace: 'if (result.matches.length === 0) return { confidence: 1, found: [], languages: result.languages }',
    tests: ['server/src/knowledge/search/search-knowledge.test.ts'],
  },
  {
    breaks: 'a change of an old version of a document overwrites the current one',
    file: 'server/src/knowledge/documents/queries.ts',
    find: 'and(byId(t, id), eq(trainingDocument.version, version))',
    replace: 'byId(t, id)',
    tests: ['server/src/knowledge/documents/documents.test.ts'],
  },
  {
    breaks: 'a draft of a FAQ is offered to visitors as a question to begin with',
    file: 'server/src/knowledge/starters/queries.ts',
    find: 'f.is_published AND f.language',
    replace: 'f.language',
    tests: ['server/src/knowledge/starters/starters.test.ts'],
  },
  {
    breaks: 'questions to begin with are shown in one language only',
    file: 'server/src/tenant/portal-texts.ts',
    find: 'const written = [language, ...LANGUAGES]',
    replace: 'const written = [...LANGUAGES]',
    tests: ['server/src/knowledge/starters/starters.test.ts'],
  },
  {
    breaks: 'customers are offered documents, which they cannot open, while they write a ticket',
    file: 'server/src/knowledge/suggestions/reads.ts',
    find: "source.kind !== 'document' && score >= MIN_SCORE",
    replace: 'score >= MIN_SCORE',
    tests: ['server/src/knowledge/suggestions/suggestions.test.ts'],
  },
]
