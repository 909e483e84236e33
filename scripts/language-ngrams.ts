/**
 * Takes the n-grams of the four languages Segue speaks out of eld's table of sixty: `node scripts/language-ngrams.ts`.
 * The whole table costs a process 45 MB for as long as it lives, these four 2 MB, and they decide the same.
 */
import { writeFileSync } from 'node:fs'

type Table = { languages: Record<string, string>; ngrams: Record<string, Record<string, number>> }
// Not among what the package exports.
const inEld = (path: string): Promise<unknown> =>
  import(new URL(`../node_modules/eld/src/${path}`, import.meta.url).href)
const { ngramsData } = (await inEld('ngrams/small.js')) as { ngramsData: Table }
const { dictionary } = (await inEld('dictionary.js')) as { dictionary: Record<string, string> }

const LANGUAGES = ['en', 'es', 'fr', 'de']
/** eld stores scores above this. */
const LEAST_SCORE = 53

const codes = Object.entries(ngramsData.languages)
const columns = LANGUAGES.map((language) => codes.find(([, name]) => name === language)![0])
/** eld writes each byte beyond ASCII as a character of its own alphabet. */
const byteOf = new Map(
  Object.entries(dictionary)
    .filter(([byte, sign]) => Number(byte) >= 0x80 && sign !== ' ')
    .map(([byte, sign]) => [sign, Number(byte)]),
)
const asBytes = (ngram: string) =>
  [...ngram].map((sign) => String.fromCharCode(byteOf.get(sign) ?? sign.charCodeAt(0))).join('')

const rows = Object.entries(ngramsData.ngrams).flatMap(([ngram, scores]) => {
  const kept = columns.map((column) => (scores[column] === undefined ? 0 : scores[column] + LEAST_SCORE))
  return kept.some((score) => score > 0) ? [JSON.stringify([asBytes(ngram), ...kept])] : []
})
writeFileSync(
  new URL('../server/src/language/language-ngrams.json', import.meta.url),
  `{"source": "eld 2.1.0 (small), Copyright 2023 Nito T.M., Apache-2.0; en, es, fr, de only", "columns": ${JSON.stringify(LANGUAGES)},\n"ngrams": [\n${rows.join(',\n')}\n]}\n`,
)
