import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { markdownToHtml } from '#server/knowledge/help-pages/markdown-html.ts'
import { Markdown } from '#web/kit/markdown/markdown.tsx'

const TEXTS = [
  '# One\n\n## Two\n\n### Three\n\nText with **bold**, *soft*, ~~gone~~ and `code < 1`.',
  'line one\nline two\n\n> quoted\n\n---\n\n- a\n- b\n  - c\n\n3. three\n4. four',
  '| Size | Frame |\n|:-----|------:|\n| S | 166–178 cm |\n| M | <b>178</b> |',
  '```js\nconst a = "<script>"\n```\n\n    indented & code',
  '[size](https://help.shop.example/size) and [bill](https://pay.example/now?a=1&b="2") and https://pay.example/now and a@b.example',
  '[x](javascript:alert(1)) [y](data:text/html,hi) [z](//x) [v](vbscript:x) [n](/relative)',
  '<img src=x onerror=alert(1)>\n\nhi <b onclick="x">there</b> <script>alert(1)</script>\n\n<svg onload=alert(1)>',
  '![picture](https://evil.example/track.png) ![a" onerror="x](x.png)',
  '&lt;script&gt; &amp;lt; \\<b\\> \\* "quoted" \'single\'',
  '[ref]: https://pay.example\n\n[ref] text\n\n- [ ] open\n- [x] done',
  '"><script>alert(1)</script>\n\n</div></main><script>alert(1)</script>',
]

/** What means the same in markup, however it is written. */
const plain = (html: string) => html.replaceAll('&#x27;', '&#39;').replaceAll('tabIndex', 'tabindex')

test.each(TEXTS)('[U8] the server writes an article as the page does, hostile or not: %j', (text) => {
  const page = renderToStaticMarkup(<Markdown text={text} homeUrl="https://shop.example" isPage />)
  const html = markdownToHtml(text, { homeUrl: 'https://shop.example', host: undefined })
  expect(html).toBe(plain(page))
  expect(html).not.toMatch(/<(script|img|svg|b|input)\b|href="(?!https?:|mailto:)/)
})
