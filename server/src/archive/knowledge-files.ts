import { stringify } from 'yaml'
import type { Tx } from '#server/platform/db/tenant.ts'

/** Rows that one statement reads. */
const PAGE = 200

type File = { name: string; bytes: Buffer }
type Row = { id: string; key: string; body: string; [field: string]: unknown }

const SOURCES: { folder: string; text: string }[] = [
  {
    folder: 'articles',
    text: `SELECT id, slug || '-' || language AS key, body, title, summary, category, language, is_published AS published FROM article`,
  },
  {
    folder: 'faqs',
    text: `SELECT id, left(id::text, 8) AS key, answer AS body, question, phrasings, category, language, is_published AS published FROM faq`,
  },
  {
    folder: 'documents',
    text: `SELECT id, name || '-' || left(id::text, 8) AS key, content AS body, name, type, category, language FROM training_document`,
  },
]

/** Articles, FAQs and documents as Markdown, with their fields above the text. */
export async function* knowledgeFiles(t: Tx): AsyncGenerator<File> {
  for (const { folder, text } of SOURCES) {
    let after: string | null = null
    for (;;) {
      const rows: Row[] = await t.sql<Row>(
        `${text} WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT ${PAGE}`,
        [t.tenantId, after],
      )
      for (const { id: _, key, body, ...fields } of rows) {
        const name = `knowledge/${folder}/${key.replace(/[^\p{L}\p{N}.-]+/gu, '-').slice(0, 120)}.md`
        yield { name, bytes: Buffer.from(`---\n${stringify(fields)}---\n\n${body ?? ''}\n`) }
      }
      after = rows.at(-1)?.id ?? null
      if (rows.length < PAGE) break
    }
  }
}
