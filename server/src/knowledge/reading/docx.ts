import type { ReadText } from './document.ts'
import { markdownOf } from './html.ts'
import { Unreadable } from './unreadable.ts'
import { namesInZip } from './zip.ts'

/** A Word document (DOCX): headings, paragraphs, lists and tables; pictures are left out. */
export async function readDocx(bytes: Uint8Array): Promise<ReadText> {
  // What is packed is no Word document when this part is missing: a spreadsheet, an archive.
  if (!namesInZip(bytes).has('word/document.xml')) throw new Unreadable('unsupported')
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
    )
    .catch((error: unknown) => {
      throw new Unreadable('damaged', error)
    })
  return { title: null, markdown: await markdownOf(value) }
}
