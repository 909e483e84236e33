import type { Features } from './confidence.ts'

/*
 * Written by `node evals/fit-confidence.ts --write`; do not edit by hand. Logistic regression on half of the questions in
 * evals/data (banking and off-topic) over knowledge bases of 8 to 77 FAQs; `node evals/retrieval.ts` judges it.
 */

/** For a FAQ as the best match. */
export const questionCoefficients: Features = {
  one: -4.49,
  bm25: -0.915,
  bm25Margin: 1.386,
  char: 0.919,
  charMargin: 1.893,
  coverage: 2.946,
  words: 1.677,
  'bm25×coverage': -1.76,
  'margin×coverage': 0.856,
  'char×coverage': -0.23,
  'margin×margin': 0.497,
  agreement: 0.493,
  clarity: 2.634,
  echo: 0.753,
  'echo×coverage': 1.345,
}

/** For a passage of an article or document as the best match: the same texts, as one paragraph per FAQ. */
export const passageCoefficients: Features = {
  one: -5.546,
  bm25: 3.954,
  bm25Margin: 1.894,
  char: 1.343,
  charMargin: -0.574,
  coverage: -0.764,
  words: 2.687,
  'bm25×coverage': -1.578,
  'margin×coverage': 0.75,
  'char×coverage': -0.742,
  'margin×margin': -0.197,
  agreement: 0.297,
  clarity: 2.377,
  echo: 0.0,
  'echo×coverage': 0.0,
}
