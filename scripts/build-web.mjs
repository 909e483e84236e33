// `vite build`, ended by process.exit: the message compiler that runs inside it leaves timers behind that keep an idle process
// alive for thirty seconds after the first build.
import { build } from 'vite'

try {
  await build({ logLevel: process.env.CI ? 'info' : 'warn' })
  process.exit(0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
