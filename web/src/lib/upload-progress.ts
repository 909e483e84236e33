import type { Send } from './call.ts'

/**
 * Sends a call's request and gives the share of its body that is on its way, from 0 to 1: `call(endpoint, input, { form, send: sendWithProgress(...) })`.
 * `fetch` reports no progress of an upload, XMLHttpRequest does.
 */
export function sendWithProgress(onProgress: (share: number) => void): Send {
  return (address, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = () => {
        request.abort()
        reject(signal?.reason)
      }
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort)
      request.onloadend = () => signal?.removeEventListener('abort', abort)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onerror = () => reject(new TypeError('No reply.'))
      request.onload = () => resolve(replyOf(request))
      request.open(method ?? 'POST', address)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.send(body as XMLHttpRequestBodyInit)
    })
}

function replyOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.filter(Boolean).map((line): [string, string] => {
    const end = line.indexOf(':')
    return [line.slice(0, end), line.slice(end + 1).trim()]
  })
  // A reply without content must have no body.
  return new Response(request.responseText || null, { status, statusText, headers })
}
