import type { ToFrame, ToHost } from '#contracts/tenant/widget.ts'

/** The origin of the page around the frame, from its first message. Only sites that the business allows can show the frame (`frame-ancestors`). */
let hostOrigin: string | null = null

/** Sends a message to the page around, and to no other: nothing before that page has shown itself. */
export function sendToHost(message: ToHost): void {
  if (hostOrigin) parent.postMessage(message, hostOrigin)
}

/** Listens to the page around and asks it for the state. Gives a function that stops listening. */
export function followHost(listener: (message: ToFrame) => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent<ToFrame>) => {
    if (source !== parent || typeof data?.segue !== 'string') return
    hostOrigin ??= origin
    if (origin === hostOrigin) listener(data)
  }
  addEventListener('message', listen)
  // Says nothing but that a frame is here, so any page may read it.
  parent.postMessage({ segue: 'ready' } satisfies ToHost, '*')
  return () => removeEventListener('message', listen)
}
