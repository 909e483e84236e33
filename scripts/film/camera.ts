import type { Browser, Locator, Page } from '@playwright/test'
import type { Frame } from './webm.ts'

/** The film's clock runs by these steps, however long the machine takes for a picture: 12 pictures a second. */
const STEP_MS = 83
const BITS_PER_SECOND = 3_000_000
/** A held picture is encoded again and again, so that its letters become sharp. */
const REPEAT_MS = 250
const KEY_EVERY = 60

/** A picture and when it is shown. */
type Shot = { atMs: number; jpeg: string }

/** Films a page picture by picture. */
export type Camera = {
  /** Holds the picture for a while. */
  hold(ms: number): Promise<void>
  /** Moves the pointer to an element and clicks it. */
  click(target: Locator): Promise<void>
  /** Types into the focused field. */
  type(words: string): Promise<void>
  /** Shows a line at the bottom of the picture. */
  caption(words: string): Promise<void>
  /** What was filmed so far, and its length. */
  film(): { shots: readonly Shot[]; durationMs: number }
}

const POINTER = 'film-pointer'
const CAPTION = 'film-caption'

/** Marks of the film itself over the page; drawn anew after the page has changed its document. */
const draw = (page: Page, given: { x: number; y: number; caption: string }) =>
  page.evaluate(
    ({ x, y, caption, ids }) => {
      const mark = (id: string, style: string) => {
        const found = document.getElementById(id) ?? document.documentElement.appendChild(document.createElement('div'))
        found.id = id
        found.style.cssText = `position:fixed;z-index:2147483647;pointer-events:none;${style}`
        return found
      }
      mark(
        ids.pointer,
        `left:${x - 9}px;top:${y - 9}px;width:18px;height:18px;border-radius:50%;background:#0d6b68;opacity:.75;border:2px solid #fff`,
      )
      mark(
        ids.caption,
        'left:50%;bottom:72px;transform:translateX(-50%);padding:9px 18px;border-radius:8px;background:#0f1f24;color:#fff;font:500 19px Inter,sans-serif',
      ).textContent = caption
    },
    { ...given, ids: { pointer: POINTER, caption: CAPTION } },
  )

export function filmOf(page: Page): Camera {
  const shots: Shot[] = []
  const marks = { x: 640, y: 360, caption: '' }
  let atMs = 0
  const shoot = async () => {
    await draw(page, marks)
    const picture = await page.screenshot({ type: 'jpeg', quality: 90 })
    shots.push({ atMs, jpeg: picture.toString('base64') })
    atMs += STEP_MS
  }
  const hold = async (ms: number) => {
    await shoot()
    const held = shots.at(-1)?.jpeg ?? ''
    for (const until = atMs + ms - STEP_MS; atMs < until; atMs += REPEAT_MS) shots.push({ atMs, jpeg: held })
  }
  return {
    hold,
    click: async (target) => {
      const box = await target.boundingBox()
      if (!box) throw new Error(`nothing to click: ${target}`)
      const [from, to] = [{ ...marks }, { x: box.x + box.width / 2, y: box.y + box.height / 2 }]
      for (const part of [0.25, 0.55, 0.8, 0.95, 1]) {
        marks.x = from.x + (to.x - from.x) * part
        marks.y = from.y + (to.y - from.y) * part
        await shoot()
      }
      await hold(300)
      await target.click()
    },
    type: async (words) => {
      for (const part of words.match(/.{1,3}/gs) ?? []) {
        await page.keyboard.type(part)
        await shoot()
      }
    },
    caption: async (words) => {
      marks.caption = words
    },
    film: () => ({ shots, durationMs: atMs }),
  }
}

/** Compresses the pictures with the browser's own VP8 encoder, at the times they are shown, not in real time. */
export async function encode(browser: Browser, secureUrl: string, shots: readonly Shot[]): Promise<Frame[]> {
  const page = await browser.newPage()
  // The encoder is there on secure pages only; the machine's own address is one.
  await page.goto(secureUrl)
  const frames = await page.evaluate(
    async ({ shots, bitrate, keyEvery }) => {
      const encoded: { atMs: number; isKey: boolean; data: string }[] = []
      const encoder = new VideoEncoder({
        output: (chunk) => {
          const bytes = new Uint8Array(chunk.byteLength)
          chunk.copyTo(bytes)
          let binary = ''
          for (const byte of bytes) binary += String.fromCharCode(byte)
          encoded.push({ atMs: Math.round(chunk.timestamp / 1000), isKey: chunk.type === 'key', data: btoa(binary) })
        },
        error: (fault) => {
          throw fault
        },
      })
      for (const [n, { atMs, jpeg }] of shots.entries()) {
        const bytes = Uint8Array.from(atob(jpeg), (char) => char.charCodeAt(0))
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
        const { width, height } = picture
        if (n === 0) encoder.configure({ codec: 'vp8', width, height, bitrate, latencyMode: 'quality' })
        const frame = new VideoFrame(picture, { timestamp: atMs * 1000 })
        encoder.encode(frame, { keyFrame: n % keyEvery === 0 })
        frame.close()
        picture.close()
      }
      await encoder.flush()
      return encoded
    },
    { shots, bitrate: BITS_PER_SECOND, keyEvery: KEY_EVERY },
  )
  await page.close()
  return frames.map(({ data, ...frame }) => ({ ...frame, data: Buffer.from(data, 'base64') }))
}
