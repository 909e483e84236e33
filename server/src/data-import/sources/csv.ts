import type { SourceReader } from './source-reader.ts'

/** Any table: a row each; the mapping of the columns says what it is. */
export const csvReader = (): SourceReader => ({
  learn: () => undefined,
  convert: ({ value }) => [{ kind: 'row', cells: value as Record<string, string> }],
  hasLooseMessages: () => false,
})
