import { z } from 'zod'

/**
 * A business as one file: a gzipped tar of open files. `business.json` first; the tables as JSON Lines in parts, each part after the
 * attachments that its rows name; knowledge as Markdown; threads as mails; `manifest.json` last, which also proves that nothing is missing.
 * docs/data-tools.md describes it for other programs.
 */
export const FORMAT = 'segue-business-1'
export const HEAD_FILE = 'business.json'
export const MANIFEST_FILE = 'manifest.json'
export const SETTINGS_FILE = 'settings.json'

const Person = z.object({ id: z.uuid(), email: z.string(), name: z.string(), role: z.string(), isFormer: z.boolean() })

export const Head = z.object({
  format: z.literal(FORMAT),
  takenAt: z.string(),
  name: z.string(),
  slug: z.string(),
  /** The newest migration of the database it was taken from. */
  version: z.string(),
  people: z.array(Person).max(100_000),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
})
export type Head = z.output<typeof Head>

const Hashed = z.object({ bytes: z.number(), sha256: z.string() })

export const Manifest = z.object({
  contentHash: z.string(),
  /** Every part of a table and every attachment. */
  files: z.record(z.string(), Hashed),
  /** What nothing is read from when a business moves in: how many files, and one hash over their names and bytes. */
  folders: z.record(z.string(), Hashed.extend({ files: z.number().int() })),
})
export type Manifest = z.output<typeof Manifest>
