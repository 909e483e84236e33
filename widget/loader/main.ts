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

const page = window as unknown as { Segue?: WidgetFunction; navigation?: EventTarget }
const config = __SEGUE_CONFIG__
/** Of the script's address, as the browser writes it: `https://host:port`. */
const origin = (document.currentScript as HTMLScriptElement | null)?.src.split('/', 3).join('/') ?? ''

const listeners: Record<string, Set<Listener>> = {}
let options: WidgetOptions = {}
let view: View | null = null
let frame: HTMLIFrameElement | null = null
let isReady = false
let isOpen = false
let unread = 0
let offered = ''
/** For the frame, with its next state. */
let given: Given = {}
let waiting: ReturnType<typeof setTimeout> | undefined
/** The page of the host's site for which help was planned, and until when it waits. */
let path = ''
let timer: ReturnType<typeof setTimeout> | undefined

const emit = <E extends WidgetEvent>(name: E, detail?: WidgetEvents[E]) => {
  // Each apart: a listener that throws stops neither the others nor the widget.
  for (const listener of listeners[name] ?? []) queueMicrotask(() => listener(detail))
}

const isHere = (pages: string) => RegExp(pages).test(path)

/** Help is offered to who stays on a page: on each one the time begins anew. */
function planOffer(): void {
  if (path === location.pathname) return
  path = location.pathname
  clearTimeout(timer)
  for (const [pages, afterMs, text] of config.offers) {
    if (!isHere(pages)) continue
    timer = setTimeout(offer, afterMs, text)
    return
  }
}

const themeNow = () => (options.theme && options.theme !== 'auto' ? options.theme : themeOfPage())

/** Brings button, window and frame in line with the state. */
function show(): void {
  if (!view) return
  // Not in the body, which a site that loads its pages by script replaces.
  if (!view.host.isConnected) document.documentElement.append(view.host)
  planOffer()
  const { position = config.position, launcher = isHere(config.pages) } = options
  const theme = themeNow()
  view.render(isOpen, unread, theme, position === 'left', launcher, offered)
  if (!isReady) return
  const state: ToFrame = { segue: 'state', isOpen, theme, forget: isNoted('f'), ...given }
  frame?.contentWindow?.postMessage(state, origin)
  given = {}
}

/** Not for each of many changes of the host page: reading its colours costs a layout. A page that replaced everything gets the widget again. */
const showSoon = () => {
  if (waiting) return
  waiting = setTimeout(() => {
    waiting = undefined
    show()
  }, 200)
}

/** Adds the button to the page. */
function mount(): View {
  if (view) return view
  view = createView(
    config,
    () => setOpen(!isOpen),
    setOpen,
    () => offer(''),
  )
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
  offered = ''
  if (next) {
    unread = 0
    load()
  }
  show()
  emit(next ? 'open' : 'close')
}

/** Offers help, once to each visitor: where that cannot be noted, never. An empty text takes the offer back. */
function offer(text: string): void {
  if (text && (!view || isOpen || !isNoted(null) || !note('o'))) return
  offered = text
  unread = text ? 1 : 0
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
  view?.host.remove()
  view = frame = null
  given = {}
  offered = ''
  isReady = false
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
    listeners[name] ??= new Set()
    listeners[name].add(listener as Listener)
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
  new MutationObserver(showSoon).observe(document.documentElement, { attributes: true, childList: true })
  // A site that loads its pages by script; browsers without it go by the page that was loaded.
  page.navigation?.addEventListener('currententrychange', showSoon)
  for (const call of queued) run(...call)
  // The host page's own work comes first.
  const start = () => {
    mount()
    emit('ready')
  }
  ;((window.requestIdleCallback as typeof requestIdleCallback | undefined) ?? setTimeout)(start)
}
