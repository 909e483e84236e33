import type { Page } from '@playwright/test'

type LiveStreamControl = {
  cut: () => void
  receive: (event: unknown) => void
  isMuted: boolean
  isHeld: boolean
  resumedAfter: (string | null)[]
}
declare global {
  interface Window {
    liveStream: LiveStreamControl
  }
}

/** Lets a test cut, mute or delay the page's live stream, or insert an event. Call it before the page loads. */
export async function controlLiveStream(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Events that a test inserts before the stream is open.
    const early: unknown[] = []
    const control: LiveStreamControl = {
      cut: () => undefined,
      receive: (event) => early.push(event),
      isMuted: false,
      isHeld: false,
      resumedAfter: [],
    }
    window.liveStream = control
    const fetchNow = window.fetch
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
    window.fetch = async (address, request) => {
      if (!/\/stream$/.test(String(address))) return fetchNow(address, request)
      while (control.isHeld) await pause()
      control.resumedAfter.push(new Headers(request?.headers).get('last-event-id'))
      const answer = await fetchNow(address, request)
      const reader = answer.body?.getReader()
      if (!reader) return answer
      const body = new ReadableStream<Uint8Array>({
        async start(to) {
          let isCut = false
          control.cut = () => {
            isCut = true
            to.error(new TypeError('network error'))
          }
          control.receive = (event) => to.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
          for (const event of early.splice(0)) control.receive(event)
          for (;;) {
            const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
            while (control.isMuted) await pause()
            if (isCut || done || !value) return
            to.enqueue(value)
          }
        },
      })
      return new Response(body, { status: answer.status, headers: answer.headers })
    }
  })
}
