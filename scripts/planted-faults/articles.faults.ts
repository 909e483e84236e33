import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'a draft of a published article is what customers read',
    file: 'server/src/knowledge/articles/editing.ts',
    find: '...((publish || !known.isPublished) && { ...fields, updatedAt: t.now }),',
    replace: '...{ ...fields, updatedAt: t.now },',
    tests: ['server/src/knowledge/articles/editing.test.ts'],
  },
  {
    breaks: 'a text saved while it is written replaces the version of another member',
    file: 'server/src/knowledge/articles/editing.ts',
    find: 'newest.savedBy === actor.userId && newest.publishedAt === null',
    replace: 'newest.publishedAt === null',
    tests: ['server/src/knowledge/articles/editing.test.ts'],
  },
  {
    breaks: 'a text saved while it is written replaces the version that customers read',
    file: 'server/src/knowledge/articles/editing.ts',
    find: 'newest.savedBy === actor.userId && newest.publishedAt === null',
    replace: 'newest.savedBy === actor.userId',
    tests: ['server/src/knowledge/articles/editing.test.ts'],
  },
  {
    breaks: 'an archived article stays published',
    file: 'server/src/knowledge/articles/editing.ts',
    find: '      isPublished: false,\n      publishedNumber: 0,',
    replace: '      publishedNumber: 0,',
    tests: ['server/src/knowledge/articles/editing.test.ts'],
  },
  {
    breaks: 'an article is listed to a reader in every language it has',
    file: 'server/src/knowledge/articles/queries.ts',
    find: 'matchesSearch(filter.search) ?? isWantedTranslation(filter.languages),',
    replace: 'matchesSearch(filter.search),',
    tests: ['server/src/knowledge/articles/articles.test.ts'],
  },
  {
    breaks: 'of two changes of one field of an article the later save silently wins',
    file: 'web/src/admin/knowledge/articles/editor/merge-fields.ts',
    find: 'theirs[name] !== base[name] && theirs[name] !== mine[name]',
    replace: 'theirs[name] === undefined',
    tests: ['web/src/admin/knowledge/articles/editor/merge-fields.test.ts'],
  },
  {
    breaks: 'a picture of a member is shown to another business',
    file: 'server/src/identity/appearance.ts',
    find: 'const isKnown = userId === of || (await isColleague(platform, request, of))',
    replace: 'const isKnown = userId === of || (await isColleague(platform, request, userId))',
    tests: ['server/src/identity/appearance.test.ts'],
  },
  {
    breaks: 'any file becomes a member’s picture by its name',
    file: 'server/src/identity/appearance.ts',
    find: 'if (!type || !TYPES.includes(type.mime)) throw unusable()',
    replace: '',
    tests: ['server/src/identity/appearance.test.ts'],
  },
]
