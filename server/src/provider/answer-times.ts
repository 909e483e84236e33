import { processState } from '#server/platform/process-state.ts'

/** How long a customer waits for a model, in milliseconds from the question. */
export type AnswerTimes = {
  /** Without a first sentence for this time, the next provider is asked beside the slow one, or a ready answer is given. */
  hedgeMs: number
  /** The latest time of the first sentence, so that another answer is on the screen within 5 s; and the longest silence of a provider. */
  firstSentenceMs: number
  /** A provider that was silent for this time when it was stopped counts as failed. */
  slowMs: number
}

/** The product's times. */
export const ANSWER_TIMES: AnswerTimes = { hedgeMs: 3000, firstSentenceMs: 4500, slowMs: 1000 }

/** The times in use; tests replace them. */
export const answerTimes = processState('answer times', () => ANSWER_TIMES)
