import { describe, expect, it } from 'vitest'
import { makeDocx, makePdf, makeZip } from './fixture.ts'
import { parseDocument } from './parse-document.ts'
import { parseInThread } from './parser-thread.ts'

const read = (bytes: Buffer | string, name = 'file') =>
  parseDocument({ bytes: new Uint8Array(Buffer.from(bytes)), name })
const reasonOf = (bytes: Buffer | string, name?: string) =>
  read(bytes, name).then(
    () => 'read',
    (error: { reason?: string }) => error.reason ?? String(error),
  )

const WARRANTY = 'Frames and forks are covered for five years from the day of delivery.'

describe('[K3] parsing of documents', () => {
  it('parses a PDF with its headings and pages', async () => {
    const found = await read(
      makePdf([
        [{ heading: 'Delivery' }, 'Parcels leave on the day you order', 'when you order before two.'],
        [{ heading: 'Warranty' }, 'Frames and forks are covered for', 'five years from the day of deliv-', 'ery.'],
      ]),
    )
    expect(found.pages).toBe(2)
    expect(found.passages).toEqual([
      { heading: 'Delivery', page: 1, text: expect.stringContaining('when you order before two.') },
    ])
    expect(found.passages[0]?.text).toContain(`Warranty\n${WARRANTY}`)
  })

  it('a passage of a PDF has the page it begins on; sentences across pages are joined; headers and footers are left out', async () => {
    const long = Array.from({ length: 12 }, (_, line) => `This is line ${line} of a paragraph that goes on and on and`)
    const pages = [1, 2, 3, 4, 5, 6].map((page) => ['Handbook 2026', ...long, 'so it ends here.', `Page ${page} of 6`])
    const { passages, content } = await read(makePdf(pages))
    expect(content).not.toContain('Handbook')
    expect(content).not.toContain('of 6')
    expect(new Set(passages.map(({ page }) => page))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    const split = await read(makePdf([['The frame is covered for'], ['five years.']]))
    expect(split.passages).toEqual([{ heading: null, page: 1, text: 'The frame is covered for five years.' }])
  })

  it('parses Word, HTML, Markdown and text, and detects the language of a text', async () => {
    const docx = await read(makeDocx(['# Warranty', WARRANTY]))
    expect(docx.passages).toEqual([{ heading: 'Warranty', page: null, text: WARRANTY }])
    const html = await read(
      `<!doctype html><html><head><title>Help &amp; more</title><script>bad()</script></head><body><nav>Menu</nav><h1>Warranty</h1><p>${WARRANTY}</p></body></html>`,
    )
    expect(html.content).toContain(WARRANTY)
    expect(html.content).not.toMatch(/Menu|bad\(\)/)
    expect(html.title).toBe('Help & more')
    const markdown = await read(`# Warranty\n\n${WARRANTY}`, 'a.md')
    expect(markdown.passages).toEqual([{ heading: 'Warranty', page: null, text: WARRANTY }])
    expect(await read(WARRANTY, 'a.txt')).toMatchObject({ language: 'en', passages: [{ text: WARRANTY }] })
    const german = 'Auf Rahmen und Gabeln geben wir ab dem Tag der Lieferung fünf Jahre Garantie.'
    expect((await read(german, 'a.txt')).language).toBe('de')
  })

  it('parses tables with and without a header; a layout table becomes its content', async () => {
    const rowOf = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    const page = (...rows: string[]) => read(`<html><body><table>${rows.join('')}</table></body></html>`)
    const named = await page(rowOf('Model', 'Size', 'Price'), rowOf('Zephyr', 'M', '€ 890'))
    expect(named.passages[0]?.text).toBe('- Model: Zephyr, Size: M, Price: € 890')
    const pairs = await page(rowOf('Frame', '5 years'), rowOf('Other parts', '2 years'))
    expect(pairs.passages[0]?.text).toBe('- Frame: 5 years\n- Other parts: 2 years')
    const placed = await page(rowOf('<h2>Returns</h2><p>Within 44 days.</p><p>Unworn.</p>'))
    expect(placed.passages).toEqual([{ heading: 'Returns', page: null, text: 'Within 44 days.\n\nUnworn.' }])
  })

  it('decodes UTF-16 and Windows-1252 texts', async () => {
    expect((await read(Buffer.from('\uFEFFGarantía de cinco años', 'utf16le'), 'a.txt')).content).toBe(
      'Garantía de cinco años',
    )
    expect((await read(Buffer.from('Für fünf Jahre', 'latin1'), 'a.txt')).content).toBe('Für fünf Jahre')
  })
})

describe('[K3] documents that cannot be parsed are rejected with the reason', () => {
  it.each([
    ['empty', Buffer.alloc(0), 'a.txt'],
    ['empty', ' \n\n ', 'a.txt'],
    ['empty', '* * *', 'a.md'],
    ['empty', makePdf([[]]), 'a.pdf'],
    ['empty', '<html><body><script>x</script></body></html>', 'a.html'],
    ['scanned', makePdf([[], []], { isScanned: true }), 'a.pdf'],
    ['encrypted', makePdf([['secret']], { isLocked: true }), 'a.pdf'],
    [
      'encrypted',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')]),
      'a.docx',
    ],
    ['unsupported', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'a.doc'],
    ['unsupported', makeZip({ 'xl/workbook.xml': '<x/>' }), 'a.xlsx'],
    ['unsupported', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), 'a.png'],
    ['binary', Buffer.from([1, 2, 3, 0, 200, 201]), 'a.txt'],
    ['damaged', Buffer.from('%PDF-1.4\nnothing follows'), 'a.pdf'],
    ['damaged', makeDocx(['x']).subarray(0, 300), 'a.docx'],
    ['damaged', makeZip({ 'word/document.xml': '<w:not-xml' }), 'a.docx'],
    ['damaged', `<html><body>${'<div>'.repeat(5000)}words`, 'a.html'],
    ['too_large', makeZip({ 'word/document.xml': Buffer.alloc(101 * 1024 * 1024) }), 'a.docx'],
    ['too_long', 'word '.repeat(700_000), 'a.txt'],
  ])('%s', async (reason, bytes, name) => {
    expect(await reasonOf(bytes, name)).toBe(reason)
  })
})

describe('[K3] the parser thread', () => {
  const given = () => ({ bytes: new Uint8Array(makePdf([['One.'], ['Two.'], ['Three.']])), name: 'a.pdf' })

  it('parses a document and reports progress up to 100 percent', async () => {
    const reported: number[] = []
    const { passages } = await parseInThread(given(), { report: (percent) => reported.push(percent) })
    expect(passages[0]).toEqual({ heading: null, page: 1, text: 'One.\n\nTwo.\n\nThree.' })
    expect(reported.at(-1)).toBe(100)
  })

  it('rejects a document nested deeper than its stack as damaged', async () => {
    const bytes = new Uint8Array(Buffer.from(`${'> '.repeat(20_000)}words`))
    await expect(parseInThread({ bytes, name: 'a.md' })).rejects.toMatchObject({ reason: 'damaged' })
  })

  it('rejects a document that takes too long as slow, and one that needs too much memory as too_large', async () => {
    await expect(parseInThread(given(), { timeLimitMs: 1 })).rejects.toMatchObject({ reason: 'slow' })
    const many = makePdf(
      Array.from({ length: 1200 }, (_, page) => Array.from({ length: 40 }, () => `Words of page ${page}.`)),
    )
    const large = { bytes: new Uint8Array(many), name: 'a.pdf' }
    await expect(parseInThread(large, { memoryLimitBytes: -1e12 })).rejects.toMatchObject({ reason: 'too_large' })
    const bytes = new Uint8Array(Buffer.from('\0'))
    await expect(parseInThread({ bytes, name: 'a.txt' })).rejects.toMatchObject({ reason: 'binary' })
  })
})
