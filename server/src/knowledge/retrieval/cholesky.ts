/**
 * Solves A·x = b for a symmetric positive matrix of which the lower half is given (Cholesky). Overwrites the matrix; n³/6 steps.
 */
export function solveCholesky(lower: Float64Array[], b: Float64Array): Float64Array {
  const size = lower.length
  for (let i = 0; i < size; i++) {
    const row = lower[i]!
    for (let j = 0; j <= i; j++) {
      const other = lower[j]!
      let sum = row[j]!
      for (let k = 0; k < j; k++) sum -= row[k]! * other[k]!
      row[j] = i === j ? Math.sqrt(sum) : sum / other[j]!
    }
  }
  const x = Float64Array.from(b)
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i]! -= lower[i]![k]! * x[k]!
    x[i]! /= lower[i]![i]!
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i]! -= lower[k]![i]! * x[k]!
    x[i]! /= lower[i]![i]!
  }
  return x
}
