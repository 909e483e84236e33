import { cpus } from 'node:os'
import { runBench } from './run.ts'

/** `npm run bench [-- --small | --large] [-- --only=operations,sizes]`: prints a table row by row; exits with 1 when a budget is missed. */
const args = process.argv.slice(2)
const only = args
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const mode = args.includes('--small') ? 'small' : args.includes('--large') ? 'large' : 'full'

console.log(
  `Segue bench, ${mode}, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`,
)
const isMet = await runBench({
  mode,
  only: only ?? null,
  seconds: mode === 'small' ? 1 : 4,
  print: (line) => console.log(line),
})
process.exitCode = isMet ? 0 : 1
