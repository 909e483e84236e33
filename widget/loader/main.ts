import type {
  Given,
  ToFrame,
  ToHost,
  WidgetCall,
  WidgetCommands,
  WidgetConfig,
  WidgetEvent,
  WidgetEvents,
  WidgetFunction,
  WidgetOptions,
} from '#contracts/tenant/widget.ts'
import { isNoted, note } from './notes.ts'
import { device, themeOfPage } from './theme.ts'
import { createView, type View } from './view.ts'

/** The server puts the business's configuration here; null where no business shows a widget. */
declare const __SEGUE_CONFIG__: WidgetConfig

type Listener = (detail?: unknown) => void

const page = window as unknown as { Segue?: WidgetFunction }
const config = __SEGUE_CONFIG__
const source = (document.currentScript as HTMLScriptElement | null)?.src
const origin = source ? new URL(source).origin : ''

/** Help is offered after this time: long enough to have read a page and still be on it. */
const OFFER_AFTER_MS = 20_000

const listeners: Record<string, Set<Listener>> = {}
let options: WidgetOptions = {}
let view: View | null = null
let frame: HTMLIFrameElement | null = null
let isReady = false
let isOpen = false
let unread = 0
let hasOffer = false
/** For the frame, with its next state. */
let given: Given = {}
let isWaiting = false

const emit = <E extends WidgetEvent>(name: E, detail?: WidgetEvents[E]) => {
  // Each apart: a listener that throws stops neither the others nor the widget.
  for (const listener of listeners[name] ?? []) queueMicrotask(() => listener(detail))
}

const themeNow = () => (options.theme && options.theme !== 'auto' ? options.theme : themeOfPage())

/** Brings button, window and frame in line with the state. */
function show(): void {
  if (!view) return
  const { position = config.position, launcher = true } = options
  const theme = themeNow()
  view.render({ isOpen, unread, theme, isLeft: position === 'left', hasLauncher: launcher, hasOffer })
  if (!isReady) return
  const state: ToFrame = { segue: 'state', isOpen, theme, forget: isNoted('f'), ...given }
  frame?.contentWindow?.postMessage(state, origin)
  given = {}
}

/** Not for each of many changes of the host page: reading its colours costs a layout. A page that replaced everything gets the widget again. */
const showSoon = () => {
  if (isWaiting) return
  isWaiting = true
  setTimeout(() => {
    isWaiting = false
    if (view && !view.host.isConnected) document.documentElement.append(view.host)
    show()
  }, 200)
}
const observer = new MutationObserver(showSoon)

/** Adds the button to the page: not to its body, which a site that loads its pages by script replaces. */
function mount(): View {
  if (view) return view
  view = createView(
    config,
    () => setOpen(!isOpen),
    () => setOpen(false),
    () => offer(false),
  )
  document.documentElement.append(view.host)
  observer.observe(document.documentElement, { attributes: true, childList: true })
  show()
  // Only who wrote before can have an answer: nobody else's page loads the chat before it is opened.
  if (isNoted('c')) load()
  return view
}

/** Makes the frame, once. */
function load(): void {
  const into = mount()
  frame ??= into.frame(`${origin}${config.frame}&theme=${themeNow()}`)
}

function setOpen(next: boolean): void {
  if (next === isOpen) return
  isOpen = next
  hasOffer = false
  if (next) {
    unread = 0
    load()
  }
  show()
  emit(next ? 'open' : 'close')
}

/** Offers help, once to each visitor: where that cannot be noted, never. */
function offer(isOffered: boolean): void {
  if (isOffered && (!view || isOpen || !isNoted(null) || !note('o'))) return
  hasOffer = isOffered
  unread = isOffered ? 1 : 0
  show()
  emit('unread', unread)
}

/** A message of the frame, and of nobody else. */
function listen({ source, origin: from, data }: MessageEvent<ToHost>): void {
  if (!frame || source !== frame.contentWindow || from !== origin) return
  if (data.segue === 'ready') isReady = true
  if (data.segue === 'close') setOpen(false)
  if (data.segue === 'unread' && data.count !== unread) {
    unread = data.count
    emit('unread', unread)
  }
  if (data.segue === 'message') note('c')
  if ('detail' in data) emit(data.segue, data.detail)
  show()
}

/** Removes everything. The next visitor of this browser does not see the chat. */
function shutdown(): void {
  setOpen(false)
  note('f')
  observer.disconnect()
  view?.host.remove()
  view = frame = null
  given = {}
  isReady = hasOffer = false
  unread = 0
}

const commands: { [C in keyof WidgetCommands]: (...given: WidgetCommands[C]) => void } = {
  open: () => setOpen(true),
  close: () => setOpen(false),
  toggle: () => setOpen(!isOpen),
  update: (next) => {
    options = { ...options, ...next }
    mount()
    show()
  },
  prefill: (text) => {
    given.text = text
    show()
  },
  // A token is short-lived, so the frame gets it at once; it keeps it until it is known who had the chat before.
  identify: (identity) => {
    given.token = identity ? identity.token : null
    if (identity) load()
    show()
  },
  on: (name, listener) => {
    const known = listeners[name] ?? new Set()
    listeners[name] = known.add(listener as Listener)
    if (name === 'ready' && view) queueMicrotask(listener as Listener)
  },
  off: (name, listener) => void listeners[name]?.delete(listener as Listener),
  shutdown,
}

if (config && origin && !page.Segue?.isLoaded) {
  const queued = page.Segue?.q ?? []
  const run = (...[command, ...given]: WidgetCall) =>
    (commands[command] as ((...given: unknown[]) => void) | undefined)?.(...given)
  page.Segue = Object.assign(run, { isLoaded: true as const })
  addEventListener('message', listen)
  device.addEventListener('change', show)
  for (const call of queued) run(...call)
  // The host page's own work comes first.
  const start = () => {
    mount()
    emit('ready')
    if (config.texts.offer) setTimeout(offer, OFFER_AFTER_MS, true)
  }
  const later: ((start: () => void) => unknown) | undefined = window.requestIdleCallback
  ;(later ?? setTimeout)(start)
}
