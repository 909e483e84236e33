/** `npm run proof:data [-- tickets]`: large amounts of data within the promised time and memory; exits with 1 where one is not. */
import { proveMoveIn } from './data-move-in.ts'

const [tickets = '100000'] = process.argv.slice(2)
const print = (text: string): boolean => process.stdout.write(`${text}\n`)

const parts = [() => proveMoveIn(Number(tickets), print)]
let isProved = true
for (const prove of parts) isProved = (await prove()) && isProved
process.exitCode = isProved ? 0 : 1
