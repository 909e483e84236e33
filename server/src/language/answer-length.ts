import { listed } from './listed.ts'

const DETAILED =
  listed(`in detail, detailed, step by step, step-by-step, explain, explanation, walk me through, en detalle, detallado, paso a paso, explica, explícame, explique,
  en détail, détaillé, étape par étape, expliquez, explique-moi, ausführlich, im detail, schritt für schritt, erkläre, erklären`)
const QUICK =
  listed(`briefly, in short, short answer, quick question, tl;dr, just tell me, brevemente, en pocas palabras, pregunta rápida, brièvement, en bref, question rapide,
  kurz, kurze frage, kurz gesagt`)

/** Whether a message asks for a detailed answer. */
export const asksForDetail = (text: string): boolean => DETAILED.test(text)

/** Whether a message asks for a short answer. */
export const asksForBrevity = (text: string): boolean => QUICK.test(text)
