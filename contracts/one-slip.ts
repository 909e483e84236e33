/** Whether two words differ by one slip of the keyboard: a letter missing, added or wrong, or two neighbours swapped. */
export function isOneSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (one[start] !== undefined && one[start] === other[start]) start += 1
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return Math.max(a.length, b.length) === 1 || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0])
}
