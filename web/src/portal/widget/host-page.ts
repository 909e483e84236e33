import type { ToFrame, ToHost } from '#contracts/tenant/widget.ts'

/** The origin of the page around the frame, from its first message. Only sites that the business allows can show the frame (`frame-ancestors`). */
let hostOrigin: string | null = null

/** Sends a message to the page around, and to no other: nothing before that page has shown itself. */
export function sendToHost(message: ToHost): void {
  if (hostOrigin) parent.postMessage(message, hostOrigin)
}

/** What a message of the page around says; null where it is not the loader's. Any script of that page can send anything. */
function readMessage(data: unknown): ToFrame | null {
  if (typeof data !== 'object' || data === null) return null
  const { segue, isOpen, theme, forget, token, text } = data as { [K in keyof ToFrame]?: unknown }
  if (segue !== 'state') return null
  return {
    segue,
    isOpen: isOpen === true,
    theme: theme === 'dark' ? theme : 'light',
    forget: forget === true,
    // What is no text is refused as a token: that it was given ends the visit of whoever was named before.
    ...(token !== undefined && { token: token === null ? null : String(token) }),
    ...(typeof text === 'string' && { text }),
  }
}

/** Listens to the page around and asks it for the state. Gives a function that stops listening. */
export function followHost(listener: (message: ToFrame) => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    const message = source === parent ? readMessage(data) : null
    if (!message) return
    hostOrigin ??= origin
    if (origin === hostOrigin) listener(message)
  }
  addEventListener('message', listen)
  // Says nothing but that a frame is here, so any page may read it.
  parent.postMessage({ segue: 'ready' } satisfies ToHost, '*')
  return () => removeEventListener('message', listen)
}
