import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

const PAGE_WIDTH = 595
const LINES_A_PAGE = 45

/** A line of a page: plain text, or a heading in larger letters. */
export type PdfLine = string | { heading: string }

type PdfOptions = {
  /** The file needs a password. */
  isLocked?: boolean
  /** Each page is an image without text. */
  isScanned?: boolean
}

/** A PDF with these pages, each with its lines from top to bottom. */
export function makePdf(pages: readonly (readonly PdfLine[])[], { isLocked, isScanned }: PdfOptions = {}): Buffer {
  const objects: Buffer[] = []
  const add = (body: string | Buffer): number =>
    objects.push(Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'))
  const stream = (dictionary: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ])
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add('')
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const dot = add(
    stream(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
      Buffer.from([0x80]),
    ),
  )
  const kids = pages.map((lines) => {
    const words = isScanned ? `q ${PAGE_WIDTH} 0 0 800 0 0 cm /Dot Do Q` : pageContent(lines)
    const content = add(stream('/Filter /FlateDecode', deflateSync(Buffer.from(words, 'latin1'))))
    const resources = `<< /Font << /F ${font} 0 R >> /XObject << /Dot ${dot} 0 R >> >>`
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} 842] /Resources ${resources} /Contents ${content} 0 R >>`,
    )
  })
  objects[1] = Buffer.from(
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`,
  )
  return assemblePdf(objects, isLocked ?? false)
}

const escapePdf = (text: string) => text.replace(/[\\()]/g, (sign) => `\\${sign}`)

function pageContent(lines: readonly PdfLine[]): string {
  return lines
    .slice(0, LINES_A_PAGE)
    .map((line, index) => {
      const [text, size] = typeof line === 'string' ? [line, 11] : [line.heading, 16]
      return `BT /F ${size} Tf 60 ${790 - index * 16} Td (${escapePdf(text)}) Tj ET`
    })
    .join('\n')
}

function assemblePdf(objects: readonly Buffer[], isLocked: boolean): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')]
  let at = parts[0]?.length ?? 0
  const offsets: number[] = []
  const push = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  for (const [index, body] of objects.entries()) {
    offsets.push(at)
    push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]))
  }
  const table = at
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >> /ID [<01> <01>]`
  push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`))
  push(
    Buffer.from(
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${isLocked ? lock : ''} >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A ZIP archive with these files, deflated. */
export function makeZip(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, given] of Object.entries(files)) {
    const bytes = Buffer.from(given)
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    const length = Buffer.alloc(4)
    length.writeUInt16LE(name.length, 0)
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), facts, length, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(
      Buffer.concat([
        Buffer.from([0x50, 0x4b, 1, 2]),
        Buffer.from([20, 0]),
        facts,
        length,
        tail.subarray(0),
        Buffer.from(name),
      ]),
    )
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}

const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** A Word document of headings (`# …`) and paragraphs. */
export function makeDocx(paragraphs: readonly string[]): Buffer {
  const body = paragraphs.map((given) => {
    const isHeading = given.startsWith('# ')
    const text = (isHeading ? given.slice(2) : given).replace(/&/g, '&amp;').replace(/</g, '&lt;')
    const style = isHeading ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''
    return `<w:p>${style}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
  })
  const rels = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
  return makeZip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="${rels}"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${NAMESPACE}><w:body>${body.join('')}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${NAMESPACE}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${rels}"><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  })
}
