/**
 * `npm run proof:scale [-- --only=pooler,failover] [--seconds=10] [--clients=16]`: what holds beyond one machine, measured with the real programs
 * (PgBouncer, HAProxy, PostgreSQL, Patroni with etcd, and NATS of Debian) on the loopback. Prints a line for each figure and exits with 1 if one is
 * out of bounds. A part is a name and a function (scale/parts.ts).
 */
import { parseArgs } from 'node:util'
import { PARTS } from './scale/parts.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '16' },
    before: { type: 'string' },
  },
})
const only = values.only?.split(',')
const print = (text: string) => process.stdout.write(`${text}\n`)
const unknown = only?.filter((name) => !PARTS.some((part) => part.name === name)) ?? []
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}.`)

let misses = 0
for (const { name, prove } of PARTS.filter((part) => !only || only.includes(part.name))) {
  print(`\n${name}`)
  const scale = { seconds: Number(values.seconds), clients: Number(values.clients), before: values.before, print }
  for await (const { figure, value, isGood } of await prove(scale)) {
    print(`  ${isGood ? 'ok  ' : 'MISS'} ${figure}: ${value}`)
    if (!isGood) misses += 1
  }
}
print(misses === 0 ? '\nall within their bounds' : `\n${misses} out of bounds`)
process.exit(misses === 0 ? 0 : 1)
