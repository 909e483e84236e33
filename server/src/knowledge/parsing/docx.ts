import { htmlToMarkdown } from './html.ts'
import type { ExtractedText } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'
import { listZipEntries } from './zip-entries.ts'

/** Parses a Word document (DOCX): headings, paragraphs, lists and tables; images are left out. */
export async function parseDocx(bytes: Uint8Array): Promise<ExtractedText> {
  // A ZIP file without this part is no Word document: a spreadsheet, an archive.
  if (!listZipEntries(bytes).has('word/document.xml')) throw new UnreadableError('unsupported')
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
    )
    .catch((error: unknown) => {
      throw new UnreadableError('damaged', error)
    })
  return { title: null, markdown: await htmlToMarkdown(value) }
}
