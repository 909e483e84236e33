/** Who follows the address of a page: `notify` runs them after a change by the page, the browser itself after back and forward. */
export function createAddressWatchers(): { watch: (watcher: () => void) => () => void; notify: () => void } {
  const watchers = new Set<() => void>()
  return {
    watch: (watcher) => {
      watchers.add(watcher)
      addEventListener('popstate', watcher)
      return () => {
        watchers.delete(watcher)
        removeEventListener('popstate', watcher)
      }
    },
    notify: () => {
      for (const watcher of watchers) watcher()
    },
  }
}
