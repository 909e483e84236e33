import { randomInt } from 'node:crypto'
import type { Tx } from '#server/platform/db/tenant.ts'
import { SLUG } from './portal-lookup.ts'

/** How the address of a new portal is made from the business's name: how much of the name stays, and what follows it. */
const VARIANTS = {
  /** `harbor-coffee-support` */
  wizard: { length: 30, ending: () => 'support' },
  /** `harbor-coffee-4k2p9x` */
  simple: { length: 20, ending: () => randomLetters(6) },
  /** `harbor-coffee-7mqz` */
  onboarding: { length: 25, ending: () => randomLetters(4) },
}
export type SlugVariant = keyof typeof VARIANTS

/** Names that a portal must not bear, because a visitor would take it for the product's own page. */
const RESERVED = [
  'about',
  'account',
  'admin',
  'api',
  'app',
  'assets',
  'auth',
  'billing',
  'blog',
  'customer',
  'dashboard',
  'default',
  'demo',
  'docs',
  'gift',
  'help',
  'login',
  'mail',
  'official',
  'onboarding',
  'owner',
  'pricing',
  'root',
  'security',
  'settings',
  'signin',
  'signup',
  'status',
  'super-admin',
  'support',
  'system',
  'team',
  'test',
  'verify',
  'webhook',
  'www',
]
/** The product's name must not occur in an address at all. */
const PRODUCT = 'segue'

/** Domains of mail providers, which say nothing about the business. */
const MAIL_PROVIDERS =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|proton|protonmail|gmx|web|mail|yandex|zoho|fastmail|orange|free|laposte|t-online)$/

const MAX_EMAIL_PART = 20
const TRIES = 6

/** Without letters and digits that are taken for others. */
const SAFE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const randomLetters = (length: number): string =>
  Array.from({ length }, () => SAFE_LETTERS[randomInt(SAFE_LETTERS.length)]).join('')

/** The letters a to z and digits of a text, its words joined by hyphens; empty for a name in another script. */
const plain = (text: string, length: number): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .slice(0, length)
    .replace(/^-+|-+$/g, '')

/**
 * Finds a free portal address for a new business and holds it until the transaction ends. It is made from the name, else from the domain
 * of the e-mail address, else from the time. One that is taken, reserved, or looks like another business's gets a random ending.
 */
export async function chooseSlug(t: Tx, given: { name: string; email: string; variant: SlugVariant }): Promise<string> {
  const { length, ending } = VARIANTS[given.variant]
  const base = plain(given.name, length) || emailPart(given.email)
  if (base && (await isAllowedName(t, base))) {
    for (let tries = 0; tries < TRIES; tries++) {
      // After the variant's own ending a longer one, which nobody can have taken by chance.
      const slug = tries === 0 ? `${base}-${ending()}` : `${base}-${randomLetters(4 + tries)}`
      if ((await claimSlug(t, slug)) === null) return slug
    }
  }
  const last = `business-${t.now.getTime().toString(36)}${randomLetters(4)}`
  await claimSlug(t, last)
  return last
}

/** `harbor-coffee-support` of `owner@harbor-coffee.example`; null for a mail provider's domain. */
function emailPart(email: string): string | null {
  const domain = email.split('@')[1]?.split('.')[0] ?? ''
  const part = plain(domain, MAX_EMAIL_PART)
  return part && !MAIL_PROVIDERS.test(part) ? `${part}-support` : null
}

/** Whether a name is not one of the product's, also in letters that look like them (`seque`, `adm1n`). */
async function isAllowedName(t: Tx, base: string): Promise<boolean> {
  const [row] = await t.sql<{ is_own: boolean }>(
    `SELECT NOT (strpos(slug_shape($1), slug_shape($3)) > 0 OR slug_shape($1) IN (SELECT slug_shape(r) FROM unnest($2::text[]) r)) AS is_own`,
    [base, RESERVED, PRODUCT],
  )
  return row?.is_own ?? false
}

/** Why a portal address may not be had: not well formed, the product's own name, or another business's or like it. */
export type SlugRefusal = 'malformed' | 'reserved' | 'taken'

/** Holds a portal address until the transaction ends; else why it may not be had. */
export async function claimSlug(t: Tx, slug: string): Promise<SlugRefusal | null> {
  if (!SLUG.test(slug)) return 'malformed'
  if (!(await isAllowedName(t, slug))) return 'reserved'
  const [row] = await t.sql<{ claimed: boolean }>('SELECT claim_slug($1, $2) AS claimed', [slug, t.tenantId])
  return row?.claimed ? null : 'taken'
}
