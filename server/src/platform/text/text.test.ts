import { describe, expect, it } from 'vitest'
import { cpuMs } from '#test/time-bound.ts'
import { csvCell, escapeHtml, plainTextToHtml, stripControl } from './text.ts'

describe('escapeHtml', () => {
  it('escapes all that opens markup or ends an attribute', () => {
    expect(escapeHtml(`<img src=x onerror="a('&')">`)).toBe('&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;')
  })
})

describe('stripControl', () => {
  it('preserves lines, tabs, emoji and right-to-left text', () => {
    const text = 'a\tb\n👩‍👩‍👧 שלום\u200f مرحبا'
    expect(stripControl(text)).toBe(text)
    expect(stripControl('a\r\nb\rc\u2028d')).toBe('a\nb\nc\nd')
  })

  it('removes NUL, escapes and direction overrides, and replaces lone surrogates', () => {
    expect(stripControl('a\u0000b\u001b[31mc\u0085\ufeff')).toBe('ab[31mc')
    expect(stripControl('x\ud800y').isWellFormed()).toBe(true)
    expect(stripControl('invoice\u202Efdp.exe')).toBe('invoicefdp.exe')
  })
})

describe('plainTextToHtml', () => {
  it('makes paragraphs, breaks and links', () => {
    expect(plainTextToHtml('Hello,\nworld\n\n\n  see (https://a.example/x?y=1&z=2).')).toBe(
      '<p>Hello,<br>world</p>\n<p>see (<a href="https://a.example/x?y=1&amp;z=2" target="_blank" rel="noopener noreferrer nofollow">https://a.example/x?y=1&amp;z=2</a>).</p>',
    )
    expect(plainTextToHtml('https://a.example/b_(c)')).toContain('href="https://a.example/b_(c)"')
    expect(plainTextToHtml(' \n\n ')).toBe('')
  })

  it('links no other scheme and escapes markup in a link', () => {
    expect(plainTextToHtml('javascript:alert(1) data:text/html,x http://')).not.toContain('<a')
    const html = plainTextToHtml(`https://a.example/"onmouseover="x"><script>alert(1)</script>`)
    expect(html).toContain('href="https://a.example/"')
    expect(html.replace(/<\/?(p|a)\b[^>]*>/g, '')).not.toMatch(/[<>"]/)
  })

  it('takes less than 500 ms for hostile text', () => {
    const started = cpuMs()
    plainTextToHtml('https://'.repeat(20_000))
    plainTextToHtml(`https://a.example/${'.'.repeat(20_000)}`)
    plainTextToHtml('\n \t'.repeat(20_000))
    expect(cpuMs() - started).toBeLessThan(500)
  })
})

describe('csvCell', () => {
  it('puts an apostrophe before a formula, also after white space', () => {
    for (const cell of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '＝1', '\r=1']) {
      expect(csvCell(cell).replace(/^"/, '').startsWith("'")).toBe(true)
    }
    expect(csvCell(-5)).toBe('-5')
    expect(csvCell('a-b')).toBe('a-b')
  })

  it('quotes by RFC 4180', () => {
    expect(csvCell('say "hi", all')).toBe('"say ""hi"", all"')
    expect(csvCell('two\nlines')).toBe('"two\nlines"')
    expect(csvCell(null)).toBe('')
    expect(csvCell(undefined)).toBe('')
    expect(csvCell(true)).toBe('true')
    expect(csvCell('=a,"b"')).toBe(`"'=a,""b"""`)
  })
})
