import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { type Segue, signIn } from './segue.ts'

/** Makes a platform owner as an operator does, by the command line, and signs in as them. */
export async function signInAsOwner(page: Page, segue: Segue): Promise<void> {
  const email = `owner-${crypto.randomUUID().slice(0, 8)}@segue.example`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/src/cli/main.ts', 'owner:create', '--email', email, '--generate'],
    { env: { ...process.env, DATA_DIR: segue.dataDir } },
  )
  const password = /password[^\n]*?(\S+)\s*$/im.exec(stdout)?.[1] ?? ''
  await signIn(page, segue, { email, password, role: 'super-admin' })
}

/** Suspends a business by its name, or reactivates it, as the platform owner who is signed in on the page. */
export async function setStatus(page: Page, segue: Segue, name: string, status: 'ACTIVE' | 'SUSPENDED'): Promise<void> {
  const headers = { origin: segue.url }
  const { items } = await (await page.request.get('/api/owner/tenants', { params: { search: name }, headers })).json()
  const data = { status, reason: 'A try' }
  const answer = await page.request.post(`/api/owner/tenants/${items[0].id}/status`, { data, headers })
  if (!answer.ok()) throw new Error(`the business is not ${status}: ${await answer.text()}`)
}
