import type { MessageAnalysis } from '#server/language/service.ts'

/** Traits of the customer from the memory, if known. */
export type Reader = { isExpert: boolean; style: 'detailed' | 'concise' | null }

const BASE_TOKENS = 150
const DETAILED_TOKENS = 300
const QUICK_TOKENS = 100
const COMPLEX_TOKENS = 100
const URGENT_CAP = 200
const TOKEN_CAP = 400

/** The maximum length of an answer in tokens, and the temperature. */
export function limitsOf(found: MessageAnalysis, reader: Reader): { maxTokens: number; temperature: number } {
  const isDetailed = found.wantsDetail || (reader.style === 'detailed' && !found.wantsBrevity)
  const isQuick = found.wantsBrevity || reader.style === 'concise'
  const base = isDetailed ? DETAILED_TOKENS : isQuick ? QUICK_TOKENS : BASE_TOKENS
  const sized = base + (found.complexity === 'high' ? COMPLEX_TOKENS : 0)
  const cap = found.urgency === 'high' ? URGENT_CAP : TOKEN_CAP
  const isFactual = reader.isExpert || found.complexity === 'high'
  return { maxTokens: Math.min(sized, cap), temperature: isFactual ? 0.3 : found.tone === 'frustrated' ? 0.5 : 0.7 }
}
