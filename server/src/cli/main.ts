import { skipDrizzlePackageLookup } from '#server/platform/drizzle-modules.ts'

skipDrizzlePackageLookup()
const { runCommand } = await import('./run.ts')

/** `npm run segue -- <command>`: what the operator does at the terminal. */
const code = await runCommand(process.argv.slice(2), {
  env: process.env,
  isInteractive: process.stdin.isTTY,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
})
process.exit(code)
