/**
 * Loaded before the server's program (`node --import`): ends the process by SIGKILL when it is about to send the first statement that holds
 * the text in KILL_AT_STATEMENT; of a commit, that of the transaction with the text after `COMMIT of `. KILL_AT_PLACE: not at the first
 * such statement, but at the second (2) and so on.
 */
import pg from 'pg'

const [, ofTransaction = '', text = ''] = /^(COMMIT of )?(.*)$/s.exec(process.env.KILL_AT_STATEMENT ?? '') ?? []
const prototype = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
const { query } = prototype
const marked = new WeakSet<object>()
let left = Number(process.env.KILL_AT_PLACE ?? 1)

prototype.query = function (this: object, ...given) {
  const [first] = given as [string | { text: string }]
  const statement = typeof first === 'string' ? first : first.text
  if (text !== '') {
    if (statement.includes(text)) {
      left -= 1
      if (left > 0) return query.apply(this, given)
      if (!ofTransaction) process.kill(process.pid, 'SIGKILL')
      marked.add(this)
    } else if (ofTransaction && marked.has(this) && /(^|;\s*)COMMIT\b/.test(statement))
      process.kill(process.pid, 'SIGKILL')
  }
  return query.apply(this, given)
}
