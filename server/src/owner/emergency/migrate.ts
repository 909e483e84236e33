import { Email } from '#contracts/fields.ts'
import { ProviderId } from '#contracts/provider/provider.ts'
import { BusinessHours, type BusinessInfo } from '#contracts/tenant/tenant.ts'
import * as m from '#i18n/messages.js'
import { adoptProfile } from '#server/knowledge/service.ts'
import { migratedDocument } from '#server/owner/schema.ts'
import { RunFailure, type RunReport } from '#server/platform/data-runs/run.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { SecretError } from '#server/platform/secrets/encrypt.ts'
import { text } from '#server/platform/text/message.ts'
import { adoptKey, invalidateProviderSettings } from '#server/provider/service.ts'
import { readTenant, setUpTenant } from '#server/tenant/service.ts'
import { type EarlierDocument, listEarlierDocuments } from './earlier-export.ts'

const ROOT_COLLECTIONS = ['api_settings', 'business_profiles', 'business_settings'] as const
/** Fields under which the earlier system kept the address for support, the most exact first. */
const ADDRESSES = [
  'supportEmail',
  'helpEmail',
  'serviceEmail',
  'customerEmail',
  'contactEmail',
  'businessEmail',
  'email',
]

/**
 * Migrates the root collections of the export into a business. Each document is taken over in a transaction with its mark, so that a run
 * that broke off goes on behind it, and a second one changes nothing. Documents that name another business are left out.
 */
export async function migrateRootCollections(
  tenant: Tenant,
  slug: string,
  report: RunReport,
): Promise<Record<string, unknown>> {
  const documents = await listDocuments(tenant.platform)
  if (documents.length === 0) throw new RunFailure(m.data_run_nothing_staged)
  let [migrated, known, foreign] = [0, 0, 0]
  for (const [n, document] of documents.entries()) {
    if (isForeign(document, slug)) foreign += 1
    else if (await migrateOne(tenant, document, report)) migrated += 1
    else known += 1
    await report.progress(n + 1, documents.length)
  }
  invalidateProviderSettings(tenant)
  await report.say(text(m.data_run_migrated, { migrated, known, foreign }))
  return { migrated, known, foreign }
}

const listDocuments = (platform: Platform) =>
  listEarlierDocuments(platform, ROOT_COLLECTIONS).catch((error: unknown) => {
    throw error instanceof SecretError ? new RunFailure(m.data_run_staged_unreadable, error) : error
  })

const isForeign = ({ fields }: EarlierDocument, slug: string): boolean =>
  typeof fields.tenantId === 'string' && fields.tenantId !== '' && fields.tenantId !== slug

const migrateOne = async (tenant: Tenant, document: EarlierDocument, report: RunReport): Promise<boolean> => {
  const isNew = await tenant.tx(async (t) => {
    const values = { tenantId: t.tenantId, migratedFrom: document.path, migratedAt: t.now }
    const marked = await t.db.insert(migratedDocument).values(values).onConflictDoNothing()
    if ((marked.rowCount ?? 0) === 0) return false
    await takeOver(tenant, t, document)
    return true
  })
  if (isNew) await report.say(text(m.data_run_migrated_one, { path: document.path }))
  return isNew
}

async function takeOver(tenant: Tenant, t: Tx, { collection, fields }: EarlierDocument): Promise<void> {
  if (collection === 'business_profiles') await adoptProfile(t, fields)
  else if (collection === 'business_settings') await adoptBusiness(t, fields)
  else
    for (const provider of ProviderId.options) {
      const key = textIn(fields, provider)
      // A custom server is an address and not a key alone.
      if (key && provider !== 'custom') await adoptKey(tenant, t, provider, key)
    }
}

const textIn = (fields: Record<string, unknown>, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value.trim().slice(0, 300) : ''
}

async function adoptBusiness(t: Tx, document: Record<string, unknown>): Promise<void> {
  const nested = document.businessInfo
  const fields = { ...document, ...(nested && typeof nested === 'object' ? nested : {}) } as Record<string, unknown>
  const { name: before } = await readTenant(t)
  const name = textIn(fields, 'companyName') || textIn(fields, 'businessName') || before
  const businessInfo: Partial<BusinessInfo> = { companyName: name }
  const address = ADDRESSES.map((field) => Email.safeParse(fields[field])).find(({ success }) => success)?.data
  if (address) businessInfo.supportEmail = address
  for (const field of ['website', 'phone', 'industry', 'description'] as const) {
    const value = textIn(fields, field)
    if (value) businessInfo[field] = value
  }
  if (Intl.supportedValuesOf('timeZone').includes(textIn(fields, 'timezone'))) {
    businessInfo.timezone = textIn(fields, 'timezone')
  }
  const hours = BusinessHours.safeParse(fields.businessHours)
  if (hours.success) businessInfo.businessHours = hours.data
  await setUpTenant(t, { name, slug: null, businessInfo })
}
