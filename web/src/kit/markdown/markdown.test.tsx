import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { isSameOrigin, safeAddress } from '#contracts/safe-link.ts'
import { Markdown } from './markdown.tsx'
import { isPlainText } from './rich-text.tsx'

const html = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} homeUrl="https://www.shop.example" />).replace(/ class="[^"]*"/g, '')

describe('a text that is shown without the Markdown component', () => {
  it.each([
    'Good morning! Ask about orders, sizes or a ride that has gone wrong.',
    'It costs 14.50 € (9 € for children): pay at the desk - cash only; 3+4 is 7.',
    'Öffnet um 9:00 Uhr – bis 17:00 Uhr "durchgehend"',
  ])('is what it would show: %s', (text) => {
    expect(isPlainText(text)).toBe(true)
    const shown = renderToStaticMarkup(<p>{text}</p>)
    expect(html(text)).toBe(`<div>${shown}</div>`)
  })

  it.each([
    ...[
      '**b**',
      '_s_',
      '`c`',
      'a\nb',
      '- one',
      '+ one',
      '1. one',
      '2) two',
      '# title',
      '> quote',
      '~~x~~',
      '[x](y)',
      '![p](q)',
    ],
    ...[
      'https://a.example',
      'www.a.example',
      'me@a.example',
      'a &amp; b',
      'a | b',
      '---',
      '\tcode',
      '    - one',
      '\\*',
    ],
  ])('has no markup: not %s', (text) => {
    expect(isPlainText(text)).toBe(false)
  })
})

describe('Markdown', () => {
  it('renders the supported elements', () => {
    expect(html('**Bold** and *soft* and `code`')).toBe(
      '<div><p><strong>Bold</strong> and <em>soft</em> and <code>code</code></p></div>',
    )
    expect(html('3. three\n4. four')).toBe('<div><ol start="3"><li>three</li><li>four</li></ol></div>')
    expect(html('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<th scope="col">a</th>')
    expect(html('one\ntwo')).toBe('<div><p>one<br/>two</p></div>')
  })

  it('shows HTML in a text as text', () => {
    expect(html('<img src=x onerror=alert(1)>')).toBe('<div>&lt;img src=x onerror=alert(1)&gt;</div>')
    expect(html('hi <b onclick="x">there</b>')).not.toContain('<b')
    expect(html('![picture](https://evil.example/track.png)')).toBe('<div><p>picture</p></div>')
    expect(html('`<script>`')).toBe('<div><p><code>&lt;script&gt;</code></p></div>')
  })

  it('links only to allowed addresses, and shows the host of another site', () => {
    expect(html('[x](javascript:alert(1))')).toBe('<div><p>x</p></div>')
    expect(html('[x](data:text/html,hi)')).toBe('<div><p>x</p></div>')
    expect(html('[bill](https://pay.example/now)')).toContain(
      '<a href="https://pay.example/now" target="_blank" rel="noopener noreferrer nofollow">bill</a><span> (pay.example)</span>',
    )
    expect(html('https://pay.example/now')).not.toContain('<span>')
    expect(html('[https://shop.example](https://evil.example)')).toContain('(evil.example)')
    expect(html('[size](https://help.shop.example/size)')).not.toContain('<span>')
    expect(safeAddress('//x')).toBe(null)
    expect(isSameOrigin(new URL('https://notshop.example'), 'https://shop.example', undefined)).toBe(false)
  })

  it('makes citation numbers open their source, and leaves other brackets alone', () => {
    const citations = { names: ['Returns', 'Hours'], onOpen: () => undefined }
    const cited = (text: string) =>
      renderToStaticMarkup(<Markdown text={text} homeUrl="" citations={citations} />).replace(/ class="[^"]*"/g, '')
    expect(cited('Within 45 days [1].')).toBe(
      '<div><p>Within 45 days<button type="button" aria-label="1: Returns">1</button>.</p></div>',
    )
    expect(cited('**Both** [1][2] and [9] and [x]')).toBe(
      '<div><p><strong>Both</strong><button type="button" aria-label="1: Returns">1</button><button type="button" aria-label="2: Hours">2</button> and [9] and [x]</p></div>',
    )
    expect(html('Within 45 days [1].')).toBe('<div><p>Within 45 days [1].</p></div>')
  })
})
