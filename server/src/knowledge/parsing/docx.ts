import { htmlToMarkdown } from './html.ts'
import type { ExtractedText } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'
import { listZipEntries } from './zip-entries.ts'

/** A Word document (DOCX): headings, paragraphs, lists and tables; pictures are left out. */
export async function parseDocx(bytes: Uint8Array): Promise<ExtractedText> {
  // What is packed is no Word document when this part is missing: a spreadsheet, an archive.
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
