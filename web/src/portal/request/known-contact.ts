import { readStoredJson, storeValue } from '#web/portal/storage.ts'

/** Who writes, as entered on this device. */
type Contact = { name: string; email: string }

const contactKey = (slug: string) => `segue_contact_${slug}`

/** Name and e-mail last entered on this device. */
export function knownContact(slug: string): Contact {
  const stored = readStoredJson<Contact>(contactKey(slug))
  return { name: stored?.name ?? '', email: stored?.email ?? '' }
}

export function rememberContact(slug: string, { name, email }: Contact): void {
  storeValue(contactKey(slug), JSON.stringify({ name, email }))
}
