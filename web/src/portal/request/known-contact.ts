import { readStoredJson, storeValue } from '#web/portal/storage.ts'

/** Who writes, as entered on this device. */
type Contact = { name: string; email: string }

const contactKey = (slug: string) => `segue_contact_${slug}`

/** What was entered before a chat, also where that was nothing; null where this device was not asked. */
export const givenContact = (slug: string): Contact | null => readStoredJson<Contact>(contactKey(slug))

const typedKey = (slug: string) => `segue_contact_typed_${slug}`

/** What was typed into the form before a chat and not sent, so that a reload keeps it. */
export const typedContact = (slug: string): Contact | null => readStoredJson<Contact>(typedKey(slug))

/** Null forgets it. */
export const keepTypedContact = (slug: string, contact: Contact | null): void =>
  storeValue(typedKey(slug), contact && JSON.stringify(contact))

/** Name and e-mail last entered on this device. */
export function knownContact(slug: string): Contact {
  const stored = readStoredJson<Contact>(contactKey(slug))
  return { name: stored?.name ?? '', email: stored?.email ?? '' }
}

export function rememberContact(slug: string, { name, email }: Contact): void {
  storeValue(contactKey(slug), JSON.stringify({ name, email }))
}
