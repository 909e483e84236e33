import { solveCholesky } from './cholesky.ts'

/** A rated answer: the confidence of the search, and whether it helped. */
export type RatedAnswer = { confidence: number; helped: boolean }

/** Correction of the confidence that was fitted on the development data: log-odds' = slope × log-odds + shift. */
export type Calibration = { shift: number; slope: number }

export const IDENTITY_CALIBRATION: Calibration = { shift: 0, slope: 1 }

/** Standard deviations of the prior, whose mean is no correction. */
const SHIFT_SPREAD = 0.7
const SLOPE_SPREAD = 0.25
/** Ratings judge the wording too, not only the choice of the source, so the confidence may fall further than it may rise. */
const SHIFT_RANGE = [-1.5, 0.5] as const
const SLOPE_RANGE = [0.6, 1.6] as const
const ITERATIONS = 20
/** A question that equals that of a FAQ is not calibrated: its FAQ is the right one, whatever its rating. */
const EXACT = 0.99

const logOdds = (p: number) => Math.log(p / (1 - p))
const clamp = (value: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, value))
const isUncertain = ({ confidence }: { confidence: number }) => confidence > 0 && confidence < EXACT

/**
 * Fits a tenant's calibration to the ratings of its answers (Platt scaling with a prior at no correction). A handful of ratings
 * changes next to nothing.
 */
export function fitCalibration(rated: readonly RatedAnswer[]): Calibration {
  let { shift, slope } = IDENTITY_CALIBRATION
  const samples = rated.filter(isUncertain).map(({ confidence, helped }) => ({ x: logOdds(confidence), helped }))
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = Float64Array.of(-shift / SHIFT_SPREAD ** 2, -(slope - 1) / SLOPE_SPREAD ** 2)
    let [a, b, c] = [1 / SHIFT_SPREAD ** 2, 0, 1 / SLOPE_SPREAD ** 2]
    for (const { x, helped } of samples) {
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
  return { shift: clamp(shift, SHIFT_RANGE), slope: clamp(slope, SLOPE_RANGE) }
}

/** Applies a tenant's calibration to a confidence. */
export function applyCalibration(confidence: number, { shift, slope }: Calibration): number {
  if (!isUncertain({ confidence })) return confidence
  return 1 / (1 + Math.exp(-(slope * logOdds(confidence) + shift)))
}
