/** The result of the work; throws `late()` when that takes longer. The work itself goes on. */
export async function within<T>(timeoutMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
