/** Checks the module borders over all imports. Prints each violation on a line with what to do instead. */
import { findCycles } from './borders/cycles.ts'
import { type Module, readModules } from './borders/modules.ts'
import { RULES } from './borders/rules.ts'

const LONGEST_FILE = 300

function tooLong(module: Module): string[] {
  const exempt = /\.test\.tsx?$|\.spec\.ts$/.test(module.path)
  if (exempt || module.lines <= LONGEST_FILE) return []
  return [`${module.path} has ${module.lines} lines, more than ${LONGEST_FILE}: split it by what it does`]
}

const modules = readModules(process.cwd(), ['contracts', 'server', 'web', 'widget', 'e2e', 'bench', 'evals', 'scripts'])
const violations = [
  ...[...modules.values()].flatMap((module) => [...tooLong(module), ...RULES.flatMap((rule) => rule(module, modules))]),
  ...findCycles(modules).map((cycle) => `${cycle.join(' → ')} is a cycle: move what both need below them`),
]

for (const violation of violations.sort()) console.log(violation)
console.log(`${modules.size} files, ${violations.length} ${violations.length === 1 ? 'violation' : 'violations'}`)
process.exitCode = violations.length === 0 ? 0 : 1
