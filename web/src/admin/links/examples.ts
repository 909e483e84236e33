const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

/** HTML that shows the chat in a page, 400 by 600 pixels. Names are escaped: the text is pasted into a page as it is. */
export const iframeExample = (url: string, title: string): string =>
  `<iframe src="${escaped(url)}" title="${escaped(title)}" width="400" height="600" style="border: 0"></iframe>`

/** HTML of a link that opens the portal in a new tab. */
export const anchorExample = (url: string, label: string): string =>
  `<a href="${escaped(url)}" target="_blank" rel="noopener">${escaped(label)}</a>`

/**
 * HTML of the widget: a function that keeps calls until the script is there, and the script, which is asked for after the page has
 * loaded: a browser's `load` waits for every script that is asked for before, asynchronous ones too. Without JavaScript it is a link to
 * the ticket form that needs none.
 */
export const scriptExample = (url: string, form: { url: string; label: string }): string => `<script>
window.Segue = window.Segue || function () { (Segue.q = Segue.q || []).push(arguments) }
!function add() {
  if (document.readyState !== 'complete') return addEventListener('load', add)
  document.head.append(Object.assign(document.createElement('script'), { src: ${JSON.stringify(url).replaceAll('<', '\\u003c')} }))
}()
</script>
<noscript>${anchorExample(form.url, form.label)}</noscript>`

/** What a page's Content-Security-Policy has to allow for the widget: its script and its frame, nothing else. */
export const policyExample = (url: string): string => {
  const { origin } = new URL(url)
  return `script-src ${origin}; frame-src ${origin}`
}
