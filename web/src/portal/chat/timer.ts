/** A timer of its own that can be restarted: `run` is called `ms` after the last `start`. */
export function createTimer(run: () => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    start: () => {
      stop()
      timer = setTimeout(run, ms)
    },
    stop,
  }
}
