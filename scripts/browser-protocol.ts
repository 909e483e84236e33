import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.ts'

/**
 * A browser that is measured as visitors have it. Playwright follows the page's scripts as a debugger does; then each error that a library
 * makes at its start costs a second parse of its whole file, which nobody else pays. Here the browser gets only the commands that are sent.
 */
export type Browser = { openPage: () => Promise<Page>; close: () => Promise<void> }

type Params = Record<string, unknown>
export type Page = {
  /** Sends one command of the browser's protocol and gives its answer; throws what the browser answers as an error. */
  send: (method: string, params?: Params) => Promise<Params>
  /** Listens to one event of the page. */
  on: (method: string, listen: (params: Params) => void) => void
  /** The value of an expression in the page; of a promise, what it resolves to. */
  evaluate: <T>(expression: string) => Promise<T>
  /** Closes the page with its cookies and storage. */
  close: () => Promise<void>
}

type Answer = {
  id?: number
  sessionId?: string
  method: string
  params: Params
  result: Params
  error?: { message: string }
}

/** Starts the system's Chromium with an empty profile. */
export async function launchBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'segue-browser-'))
  const program = ensureChromium()
  if (!program) throw new Error('No Chromium was found. Install one, or set CHROMIUM_PATH to its program.')
  const flags = [...CHROMIUM_FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const child = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  const connection = await connect(await addressIn(child.stderr))
  return {
    openPage: () => openPage(connection),
    close: async () => {
      const ended = once(child, 'exit')
      // By its own command: the installed program may be a script that started the browser, and a signal would end only that.
      // It may end before it answers.
      void connection.send('Browser.close')
      await ended
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Where the browser says that it listens. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output })
  for await (const line of lines) {
    const address = /listening on (ws:\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('The browser ended before it listened.')
}

type Connection = {
  send: (method: string, params?: Params, sessionId?: string) => Promise<Params>
  listeners: Set<(event: Answer) => void>
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address)
  const listeners: Connection['listeners'] = new Set()
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data) as Answer
    if (answer.id === undefined) for (const listen of listeners) listen(answer)
    else waiting.get(answer.id)?.(answer)
  }
  await once(socket, 'open')
  let last = 0
  const send: Connection['send'] = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      )
      socket.send(JSON.stringify({ id: last, method, params, sessionId }))
    })
  return { send, listeners }
}

async function openPage({ send, listeners }: Connection): Promise<Page> {
  const { browserContextId } = await send('Target.createBrowserContext')
  const window = { url: 'about:blank', width: 1280, height: 800, browserContextId }
  const { targetId } = await send('Target.createTarget', window)
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const own = (method: string, params?: Params) => send(method, params, sessionId as string)
  return {
    send: own,
    on: (method, listen) =>
      void listeners.add((event) => {
        if (event.sessionId === sessionId && event.method === method) listen(event.params)
      }),
    evaluate: async <T>(expression: string) => {
      const answer = await own('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
      return (answer.result as { value: T }).value
    },
    close: async () => void (await send('Target.disposeBrowserContext', { browserContextId })),
  }
}
