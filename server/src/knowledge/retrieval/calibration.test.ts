import { describe, expect, it } from 'vitest'
import { applyCalibration, fitCalibration, IDENTITY_CALIBRATION, type RatedAnswer } from './calibration.ts'

const answers = (count: number, confidence: number, helpedShare: number): RatedAnswer[] =>
  Array.from({ length: count }, (_, i) => ({ confidence, helped: i < count * helpedShare }))

describe('[K5] calibration of the confidence of a tenant', () => {
  it('no ratings give no correction, and three ratings change less than 0.05', () => {
    expect(fitCalibration([])).toEqual(IDENTITY_CALIBRATION)
    const after = applyCalibration(0.85, fitCalibration(answers(3, 0.85, 2 / 3)))
    expect(Math.abs(after - 0.85)).toBeLessThan(0.05)
  })

  it('60 ratings with half of them helpful lower 0.85 below 0.7; with 85 % helpful it stays', () => {
    expect(applyCalibration(0.85, fitCalibration(answers(60, 0.85, 0.5)))).toBeLessThan(0.7)
    expect(applyCalibration(0.85, fitCalibration(answers(60, 0.85, 0.85)))).toBeCloseTo(0.85, 1)
  })

  it('confidence rises at most a little, and keeps its order', () => {
    const bold = fitCalibration(answers(500, 0.8, 1))
    expect(applyCalibration(0.35, bold)).toBeLessThan(0.6)
    const careful = fitCalibration([...answers(100, 0.82, 0.4), ...answers(100, 0.95, 0.7)])
    const steps = [0.01, 0.2, 0.35, 0.5, 0.8, 0.95, 0.98].map((confidence) => applyCalibration(confidence, careful))
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.every((step) => step > 0 && step < 1)).toBe(true)
  })

  it('confidence 0 and that of an exact question are not calibrated', () => {
    const careful = fitCalibration(answers(100, 0.85, 0))
    expect(applyCalibration(0, careful)).toBe(0)
    expect(applyCalibration(0.99, careful)).toBe(0.99)
    expect(fitCalibration(answers(100, 0.99, 0))).toEqual(IDENTITY_CALIBRATION)
  })
})
