/** `npm run proof:kill [-- rounds [clients [seed]]]`: 50 rounds of SIGKILL under 64 clients; exits with 1 if anything was lost. */
import { makeDataFolder } from '#test/data-folder.ts'
import { distribution, killRounds } from './kill-rounds.ts'

const [rounds = '50', clients = '64', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const print = (text: string): boolean => process.stdout.write(`${text}\n`)

print(`${rounds} rounds, ${clients} clients at once, seed ${seed}`)
const { acknowledged, lost, duplicated, unanswered, readyMs } = await killRounds({
  dataDir: await makeDataFolder(),
  rounds: Number(rounds),
  clients: Number(clients),
  seed: Number(seed),
  endLeases: false,
  log: print,
})
print(
  `\nacknowledged ${acknowledged}, lost ${lost.length}, duplicated ${duplicated.length}, unanswered chats ${unanswered}`,
)
print(`ready again: ${distribution(readyMs)}`)
for (const one of [...lost, ...duplicated].slice(0, 50)) print(`  ${one}`)
const isSlow = (readyMs.at(-1) ?? 0) > 5000
if (isSlow) print('the slowest start took longer than the 5 s promised')
process.exitCode = lost.length + duplicated.length + unanswered === 0 && !isSlow ? 0 : 1
