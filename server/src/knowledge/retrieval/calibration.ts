import { solveCholesky } from './cholesky.ts'

/** An answer a customer has judged: how sure the engine was, and whether it helped. */
export type RatedAnswer = { confidence: number; helped: boolean }

/** How a tenant's confidence differs from the one fitted on the development data: log-odds' = slope × log-odds + shift. */
export type Calibration = { shift: number; slope: number }

export const IDENTITY_CALIBRATION: Calibration = { shift: 0, slope: 1 }

/** How far the fit may stray from no change before many judgements say so (standard deviations of the prior). */
const SHIFT_SPREAD = 0.7
const SLOPE_SPREAD = 0.25
/** Customers judge what was said, not only whether it was the right piece: they make it more careful sooner than bolder. */
const SHIFT_RANGE = [-1.5, 0.5] as const
const SLOPE_RANGE = [0.6, 1.6] as const
const ITERATIONS = 20
/** Word for word the question of a FAQ: whatever is said of the answer, it was the right one. */
const EXACT = 0.99

const logOdds = (p: number) => Math.log(p / (1 - p))
const within = (value: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, value))
const isUncertain = ({ confidence }: { confidence: number }) => confidence > 0 && confidence < EXACT

/**
 * Fits a tenant's calibration to what its customers said of answers (Platt's scaling with a prior at "no change"). A handful of
 * judgements changes next to nothing.
 */
export function fitCalibration(judged: readonly RatedAnswer[]): Calibration {
  let { shift, slope } = IDENTITY_CALIBRATION
  const seen = judged.filter(isUncertain).map(({ confidence, helped }) => ({ x: logOdds(confidence), helped }))
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = Float64Array.of(-shift / SHIFT_SPREAD ** 2, -(slope - 1) / SLOPE_SPREAD ** 2)
    let [a, b, c] = [1 / SHIFT_SPREAD ** 2, 0, 1 / SLOPE_SPREAD ** 2]
    for (const { x, helped } of seen) {
      const p = 1 / (1 + Math.exp(-(slope * x + shift)))
      const error = (helped ? 1 : 0) - p
      gradient[0]! += error
      gradient[1]! += error * x
      a += p * (1 - p)
      b += p * (1 - p) * x
      c += p * (1 - p) * x * x
    }
    const step = solveCholesky([Float64Array.of(a, 0), Float64Array.of(b, c)], gradient)
    shift += step[0]!
    slope += step[1]!
  }
  return { shift: within(shift, SHIFT_RANGE), slope: within(slope, SLOPE_RANGE) }
}

/** A confidence as this tenant's customers have found it to be. */
export function applyCalibration(confidence: number, { shift, slope }: Calibration): number {
  if (!isUncertain({ confidence })) return confidence
  return 1 / (1 + Math.exp(-(slope * logOdds(confidence) + shift)))
}
