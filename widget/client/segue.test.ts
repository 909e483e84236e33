import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import type { WidgetFunction } from '#contracts/tenant/widget.ts'
import { SegueWidget } from './react.ts'
import { loadSegue, type Segue, type WidgetMessage } from './segue.ts'

const SOURCE = { origin: 'https://help.example/', tenant: 'lumen & co' }
const page = globalThis as { Segue?: WidgetFunction }

/** A page of which only what the loader uses is there: the addresses of its scripts, and its load. */
function openPage(readyState: DocumentReadyState) {
  const scripts: string[] = []
  const head = { append: ({ src }: { src: string }) => scripts.push(src) }
  vi.stubGlobal('document', { readyState, head, createElement: () => ({ src: '' }) })
  let load = () => {}
  vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => {
    load = listener
  })
  return { scripts, load: () => load() }
}

afterEach(() => {
  loadSegue(SOURCE).shutdown()
  delete page.Segue
  vi.unstubAllGlobals()
})

it('[U10] the package asks for the script once, after the page has loaded, and keeps the commands in their order', () => {
  const { scripts, load } = openPage('loading')
  const segue = loadSegue(SOURCE)
  segue.prefill('About my lamp')
  loadSegue(SOURCE).open()
  expect(scripts).toEqual([])
  load()
  expect(scripts).toEqual(['https://help.example/widget.js?tenant=lumen%20%26%20co'])
  expect(page.Segue?.q).toEqual([['prefill', 'About my lamp'], ['open']])
})

it('[U10] the package uses the widget that the page already has', () => {
  const { scripts } = openPage('complete')
  const called = vi.fn()
  page.Segue = called
  const stop = loadSegue(SOURCE).on('open', called)
  stop()
  expect(scripts).toEqual([])
  expect(called.mock.calls).toEqual([
    ['on', 'open', called],
    ['off', 'open', called],
  ])
})

it('[U10] the package gives one identity token once, until the visitor or the widget is another', () => {
  openPage('complete')
  const segue = loadSegue(SOURCE)
  for (const token of ['a', 'a', null, null, 'a']) segue.identify(token)
  segue.shutdown()
  segue.identify('a')
  const [a, none, end] = [['identify', { token: 'a' }], ['identify', null], ['shutdown']]
  expect(page.Segue?.q).toEqual([a, none, a, end, a])
})

it('[U10] on a server the package does nothing, and its component renders nothing', () => {
  loadSegue(SOURCE).open()
  expect(renderToString(createElement(SegueWidget, { ...SOURCE, identity: 'a' }))).toBe('')
  expect(page.Segue).toBeUndefined()
})

// Never called: the compiler is the test.
void ((segue: Segue, run: WidgetFunction, message: WidgetMessage) => {
  segue.on('unread', (count) => count.toFixed())
  segue.on('message', ({ author }) => author === 'member')
  run('identify', { token: 'a' })
  // @ts-expect-error: no such event
  segue.on('opened', () => {})
  // @ts-expect-error: `unread` gives a count
  segue.on('unread', (text: string) => text)
  // @ts-expect-error: no such command
  segue.show()
  // @ts-expect-error: no such command of the function either
  run('show')
  // @ts-expect-error: a text is missing
  run('prefill')
  // @ts-expect-error: no such option
  segue.update({ colour: 'red' })
  // @ts-expect-error: the words of a chat are not given to the page
  message.text
  // @ts-expect-error: without an origin there is no widget
  createElement(SegueWidget, { tenant: 'lumen' })
})
