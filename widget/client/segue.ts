import type {
  WidgetCall,
  WidgetEvent,
  WidgetFunction,
  WidgetListener,
  WidgetOptions,
} from '#contracts/tenant/widget.ts'

export type {
  IdentityResult,
  WidgetEvent,
  WidgetEvents,
  WidgetListener,
  WidgetMessage,
  WidgetOptions,
} from '#contracts/tenant/widget.ts'

/** Where the widget comes from. `tenant` is left out where `origin` is a domain of the business itself. */
export type SegueSource = { origin: string; tenant?: string | undefined }

export type Segue = {
  open(): void
  close(): void
  toggle(): void
  /** Puts a text into the composer; it is not sent. */
  prefill(text: string): void
  /** Changes what is given; `undefined` gives an option back to the business's settings. */
  update(options: WidgetOptions): void
  /** Says who the visitor is, by an identity token; null: they signed out. */
  identify(token: string | null): void
  /** Gives the function that ends the subscription. */
  on<E extends WidgetEvent>(event: E, listener: WidgetListener<E>): () => void
  off<E extends WidgetEvent>(event: E, listener: WidgetListener<E>): void
  /** Removes the widget until the next `open` or `update`. The next visitor of this browser does not see the chat. */
  shutdown(): void
}

const page = globalThis as unknown as { Segue?: WidgetFunction }
let lastToken: string | null | undefined

/** A server that renders the page has no widget: there is no command to carry out. */
function run(...call: WidgetCall): void {
  if (typeof document !== 'undefined') page.Segue?.(...call)
}

// A listener takes what its event gives: the compiler does not follow that through the union of all events.
const subscription = <E extends WidgetEvent>(command: 'on' | 'off', event: E, listener: WidgetListener<E>) =>
  [command, event, listener] as unknown as Extract<WidgetCall, [command: 'on' | 'off', ...unknown[]]>

const segue: Segue = {
  open: () => run('open'),
  close: () => run('close'),
  toggle: () => run('toggle'),
  prefill: (text) => run('prefill', text),
  update: (options) => run('update', options),
  identify: (token) => {
    // A token counts once: the same one again, as after a remount, would be refused.
    if (token === lastToken) return
    lastToken = token
    run('identify', token === null ? null : { token })
  },
  on: (event, listener) => {
    run(...subscription('on', event, listener))
    return () => segue.off(event, listener)
  },
  off: (event, listener) => run(...subscription('off', event, listener)),
  shutdown: () => {
    lastToken = undefined
    run('shutdown')
  },
}

/** After the page has loaded: a browser's `load` waits for every script that is asked for before. */
function addScript({ origin, tenant }: SegueSource): void {
  const add = () => {
    const script = document.createElement('script')
    const query = tenant === undefined ? '' : `?tenant=${encodeURIComponent(tenant)}`
    script.src = `${new URL(origin).origin}/widget.js${query}`
    document.head.append(script)
  }
  if (document.readyState === 'complete') add()
  else addEventListener('load', add, { once: true })
}

/**
 * Gives the widget of this page, and asks for its script the first time. A page shows one widget: the first source stays. Commands from
 * before the script is there are carried out then, in their order. Without a `document` (on a server) nothing happens.
 */
export function loadSegue(source: SegueSource): Segue {
  if (typeof document === 'undefined' || page.Segue) return segue
  const queue: WidgetCall[] = []
  page.Segue = Object.assign((...call: WidgetCall) => void queue.push(call), { q: queue })
  addScript(source)
  return segue
}
