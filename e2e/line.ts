import type { Page } from '@playwright/test'

type Hand = {
  cut: () => void
  say: (event: unknown) => void
  isMuted: boolean
  isHeld: boolean
  resumedAfter: (string | null)[]
}
declare global {
  interface Window {
    line: Hand
  }
}

/** Puts a hand on the page's live stream, before the page loads: it can be cut, muted, held shut, or made to say something. */
export async function holdLine(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const hand: Hand = { cut: () => undefined, say: () => undefined, isMuted: false, isHeld: false, resumedAfter: [] }
    window.line = hand
    const fetchNow = window.fetch
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
    window.fetch = async (address, request) => {
      if (!/\/stream$/.test(String(address))) return fetchNow(address, request)
      while (hand.isHeld) await pause()
      hand.resumedAfter.push(new Headers(request?.headers).get('last-event-id'))
      const answer = await fetchNow(address, request)
      const reader = answer.body?.getReader()
      if (!reader) return answer
      const body = new ReadableStream<Uint8Array>({
        async start(to) {
          let isCut = false
          hand.cut = () => {
            isCut = true
            to.error(new TypeError('network error'))
          }
          hand.say = (event) => to.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
          for (;;) {
            const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
            while (hand.isMuted) await pause()
            if (isCut || done || !value) return
            to.enqueue(value)
          }
        },
      })
      return new Response(body, { status: answer.status, headers: answer.headers })
    }
  })
}
