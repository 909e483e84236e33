/**
 * Extracts the n-grams of the supported languages from eld's table of sixty: `node scripts/language-ngrams.ts` writes `ngrams.json`
 * into the folder of each. eld's whole table costs a process 45 MB for as long as it lives, four languages 2 MB, with the same
 * decisions.
 */
import { writeFileSync } from 'node:fs'
import { LANGUAGES } from '#contracts/languages.ts'

type Table = { languages: Record<string, string>; ngrams: Record<string, Record<string, number>> }
// The package does not export this file.
const inEld = (path: string): Promise<unknown> =>
  import(new URL(`../node_modules/eld/src/${path}`, import.meta.url).href)
const { ngramsData } = (await inEld('ngrams/small.js')) as { ngramsData: Table }
const { dictionary } = (await inEld('dictionary.js')) as { dictionary: Record<string, string> }

/** eld stores scores above this. */
const LEAST_SCORE = 53
const SOURCE = 'eld 2.1.0 (small), Copyright 2023 Nito T.M., Apache-2.0'

/** eld writes each byte beyond ASCII as a character of its own alphabet. */
const byteOf = new Map(
  Object.entries(dictionary)
    .filter(([byte, sign]) => Number(byte) >= 0x80 && sign !== ' ')
    .map(([byte, sign]) => [sign, Number(byte)]),
)
const asBytes = (ngram: string) =>
  [...ngram].map((sign) => String.fromCharCode(byteOf.get(sign) ?? sign.charCodeAt(0))).join('')

for (const language of LANGUAGES) {
  const column = Object.entries(ngramsData.languages).find(([, name]) => name === language)?.[0]
  if (column === undefined) throw new Error(`eld does not know ${language}`)
  const byScore = new Map<number, string[]>()
  for (const [ngram, scores] of Object.entries(ngramsData.ngrams)) {
    const score = scores[column]
    if (score === undefined) continue
    byScore.set(score + LEAST_SCORE, [...(byScore.get(score + LEAST_SCORE) ?? []), asBytes(ngram)])
  }
  const ngrams = [...byScore]
    .sort(([one], [other]) => one - other)
    .map(([score, grams]) => `"${score}": ${JSON.stringify(grams.sort().join('|'))}`)
  writeFileSync(
    new URL(`../server/src/language/${language}/ngrams.json`, import.meta.url),
    `{\n  "source": "${SOURCE}",\n  "ngrams": {\n    ${ngrams.join(',\n    ')}\n  }\n}\n`,
  )
}
