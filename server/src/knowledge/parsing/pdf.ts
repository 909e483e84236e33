import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import type { Block } from '#server/knowledge/passages.ts'
import { MAX_CHARACTERS, MAX_PAGES } from './limits.ts'
import { linesToBlocks } from './pdf-blocks.ts'
import { groupIntoLines, type TextItem, type TextLine } from './pdf-lines.ts'
import type { ReportProgress } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'

/** Pages checked to distinguish a scan from an empty document. */
const PROBED_PAGES = 3

type ParsedPdf = { title: string | null; pages: number; blocks: (Block & { page: number })[] }

/**
 * Parses a PDF into blocks with their pages. Scripts in it are not run, and nothing is fetched.
 * @throws Unreadable encrypted, damaged, scanned, empty, too_long
 */
export async function parsePdf(bytes: Uint8Array, report: ReportProgress): Promise<ParsedPdf> {
  const pdf = await openPdf(bytes)
  try {
    if (pdf.numPages > MAX_PAGES) throw new UnreadableError('too_long')
    const pages = await extractLines(pdf, report)
    if (pages.every((lines) => lines.length === 0))
      throw new UnreadableError((await isScanned(pdf)) ? 'scanned' : 'empty')
    return { title: await readTitle(pdf), pages: pdf.numPages, blocks: linesToBlocks(pages) }
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('damaged', error)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    return await getDocumentProxy(bytes, {
      useSystemFonts: false,
      useWorkerFetch: false,
      enableXfa: false,
      verbosity: 0,
    })
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new UnreadableError(isLocked ? 'encrypted' : 'damaged', error)
  }
}

async function extractLines(pdf: PDFDocumentProxy, report: ReportProgress): Promise<TextLine[][]> {
  const pages: TextLine[][] = []
  let characters = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const lines = groupIntoLines(items.filter((item): item is typeof item & TextItem => 'str' in item))
    characters += lines.reduce((sum, { text }) => sum + text.length, 0)
    if (characters > MAX_CHARACTERS) throw new UnreadableError('too_long')
    pages.push(lines)
    page.cleanup()
    report(Math.floor((100 * number) / pdf.numPages))
  }
  return pages
}

/** Whether the first pages hold images: then the text is in the images. */
async function isScanned(pdf: PDFDocumentProxy): Promise<boolean> {
  for (let number = 1; number <= Math.min(PROBED_PAGES, pdf.numPages); number++) {
    if (await hasImage(await pdf.getPage(number))) return true
  }
  return false
}

async function hasImage(page: PDFPageProxy): Promise<boolean> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const imageOperations: number[] = [OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]
  const { fnArray } = await page.getOperatorList()
  return fnArray.some((operation) => imageOperations.includes(operation))
}

async function readTitle(pdf: PDFDocumentProxy): Promise<string | null> {
  const { info } = await pdf.getMetadata()
  const title = (info as { Title?: unknown }).Title
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : null
}
