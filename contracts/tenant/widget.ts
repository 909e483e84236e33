/** The widget: the button and the window that a business's own pages show. What server, loader and frame say to each other. */

/** What the server writes into the loader for one business. */
export type WidgetConfig = {
  /** Path and query of the frame. */
  frame: string
  /** Declarations of `--brand`, on which white is readable, and of `--x` and `--y`, the button's distances from the edges of the window; `--above` is that of its upper edge and a gap. */
  style: string
  position: 'left' | 'right'
  /** The source of a regular expression: on the pages with a path like this the button is shown. */
  pages: string
  /** Where help is offered, the same way, after how many milliseconds on the page, and with which text. The first that fits counts. */
  offers: readonly [pages: string, afterMs: number, text: string][]
  /** In the visitor's language; `unread` has `{count}` in it. */
  texts: { open: string; close: string; title: string; unread: string; decline: string }
}

/** A message of a chat, as the host page learns of it: its words stay between the customer and the business. */
export type WidgetMessage = { id: string; author: 'customer' | 'assistant' | 'member'; at: string }

/** What became of an identity token: accepted, or the `reason` of the refusal (`identity_expired`). */
export type IdentityResult = { identified: boolean; reason: string | null }

/** What the host page may set. Without a value the business's settings and the look of the page count. */
export type WidgetOptions = {
  theme?: 'light' | 'dark' | 'auto' | undefined
  position?: 'left' | 'right' | undefined
  launcher?: boolean | undefined
}

/** The events for the host page, with what a listener gets. `unread` is a count. */
export type WidgetEvents = {
  ready: undefined
  open: undefined
  close: undefined
  unread: number
  message: WidgetMessage
  identity: IdentityResult
}
export type WidgetEvent = keyof WidgetEvents
export type WidgetListener<E extends WidgetEvent = WidgetEvent> = (detail: WidgetEvents[E]) => void

type Subscription = { [E in WidgetEvent]: [event: E, listener: WidgetListener<E>] }[WidgetEvent]

/** The commands of the function `Segue`, with what each takes. */
export type WidgetCommands = {
  open: []
  close: []
  toggle: []
  update: [options: WidgetOptions]
  prefill: [text: string]
  identify: [identity: { token: string } | null]
  on: Subscription
  off: Subscription
  shutdown: []
}
export type WidgetCall = {
  [C in keyof WidgetCommands]: [command: C, ...given: WidgetCommands[C]]
}[keyof WidgetCommands]

/** The function `Segue` of a host page; `q` has the calls from before the loader was there. */
export type WidgetFunction = { (...call: WidgetCall): void; q?: WidgetCall[]; isLoaded?: true }

/** What the host page gave since the last message: `token` says who the visitor is, null that they signed out; `text` is for the composer. */
export type Given = { token?: string | null; text?: string }

/** What the loader sends to the frame. `forget`: another visitor had the chat that this browser knows; it is not shown any more. */
export type ToFrame = { segue: 'state'; isOpen: boolean; theme: 'light' | 'dark'; forget: boolean } & Given

/** What the frame sends to the loader. `ready` asks for the state; what has a `detail` is an event for the host page. */
export type ToHost =
  | { segue: 'ready' }
  | { segue: 'close' }
  | { segue: 'unread'; count: number }
  | { segue: 'message'; detail: WidgetMessage }
  | { segue: 'identity'; detail: IdentityResult }
