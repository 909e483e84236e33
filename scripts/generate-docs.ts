/** `npm run docs`: writes the documents that are generated from the code. `scripts/docs.test.ts` fails when one of them is out of date. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOCUMENTS } from './generate/documents.ts'

for (const [path, text] of Object.entries(DOCUMENTS)) writeFileSync(join(import.meta.dirname, '..', path), await text())
