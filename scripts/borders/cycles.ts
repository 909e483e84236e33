import type { Module } from './modules.ts'

/** One cycle of each group of files that load each other, as the path from a file back to itself. */
export function findCycles(modules: Map<string, Module>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const inCycle = new Set<string>()
  const trail: string[] = []
  const onTrail = new Set<string>()

  const visit = (path: string): void => {
    trail.push(path)
    onTrail.add(path)
    for (const next of loadedBy(path, modules)) {
      if (onTrail.has(next)) {
        const cycle = [...trail.slice(trail.indexOf(next)), next]
        if (!cycle.some((step) => inCycle.has(step))) cycles.push(cycle)
        for (const step of cycle) inCycle.add(step)
      } else if (!done.has(next)) visit(next)
    }
    trail.pop()
    onTrail.delete(path)
    done.add(path)
  }
  for (const path of modules.keys()) if (!done.has(path)) visit(path)
  return cycles
}

/** Files that are loaded together with this one. */
export function loadedBy(path: string, modules: Map<string, Module>): string[] {
  const imports = modules.get(path)?.imports ?? []
  return imports.flatMap(({ typeOnly, lazy, target }) =>
    !typeOnly && !lazy && target && modules.has(target) ? [target] : [],
  )
}
