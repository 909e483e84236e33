import { resolve } from 'node:path'
import { z } from 'zod'
import type { S3Target } from './files/stores/s3-bucket.ts'
import { SETTINGS } from './settings.ts'
import type { TrustedProxies } from './trust-proxy.ts'

const MEGABYTE = 1024 * 1024

const Settings = z
  .object(SETTINGS)
  .refine((s) => s.FILE_STORE !== 's3' || s.S3_URL, { path: ['FILE_STORE'], message: 'Needs S3_URL' })
  .refine((s) => !s.DATABASE_DIRECT_URL || s.DATABASE_URL, {
    path: ['DATABASE_DIRECT_URL'],
    message: 'Needs DATABASE_URL',
  })
  .refine((s) => !s.DATABASE_READ_URL || s.DATABASE_URL, { path: ['DATABASE_READ_URL'], message: 'Needs DATABASE_URL' })
type Settings = z.output<typeof Settings>

export type Config = {
  port: number
  host: string
  /** null: follows from the server's port. */
  baseUrl: string | null
  dataDir: string
  databaseUrl: string | null
  databaseAppUrl: string | null
  /** Not null: the two addresses above are those of a pooler in transaction mode, this is PostgreSQL's own. */
  databaseDirectUrl: string | null
  /** Null: every read goes to the primary. */
  databaseReadUrl: string | null
  databasePool: number
  /** Null: the database carries live events. */
  natsUrl: string | null
  /** Null: files are in the data folder alone. */
  s3: S3Target | null
  /** Where new files go. */
  fileStore: 'folder' | 's3'
  logLevel: string
  role: 'all' | 'web' | 'worker'
  webProcesses: number
  masterKey: string | undefined
  demo: boolean
  defaultTenant: string | null
  landing: { demos: readonly string[]; contactEmail: string | null }
  baseDomain: string | null
  dnsServers: readonly string[]
  smtpUrl: string | null
  mailFrom: string
  /** Null: mails to businesses are not received under an address of the platform. */
  inboundMail: { address: string; secret: string | null } | null
  /** The server whose results of checking senders are believed. */
  inboundAuthserv: string | null
  /** The film of the video guide; null: the product's own. */
  guideVideoUrl: string | null
  /** Null where not all of its settings are given. */
  emailJs: { serviceId: string; templateId: string; publicKey: string; privateKey: string; origin: string } | null
  sms: { accountSid: string; authToken: string; from: string; origin: string } | null
  allowLocalSmtp: boolean
  metricsToken: string | null
  /** Null: nothing is traced. `share` of requests and jobs, from 0 to 1. */
  otlp: { endpoint: string; headers: Record<string, string>; share: number } | null
  platformOwnerEmail: string | null
  ownerTwoFactor: boolean
  platformAdminEmails: readonly string[]
  /** The provider that people may sign in through; null without one. */
  openId: { issuer: string; clientId: string; clientSecret: string; name: string } | null
  authRevealUnknownEmail: boolean
  passwordMinLength: number
  rateFactor: number
  /** What guests may send, beside the limits of each of them (route/budgets.ts). */
  guestLimits: {
    addressWritesPerMinute: number
    addressTicketsPerHour: number
    addressUploadMbPerHour: number
    tenantWritesPerMinute: number
    tenantTicketsPerHour: number
    tenantUploadMbPerHour: number
  }
  /** The most live streams of one business in a process. */
  tenantStreams: number
  /** Largest unsent uploads of one guest, in bytes. */
  guestUnsentBytes: number
  /** Largest attachments of one business, in bytes. */
  tenantStorageBytes: number
  /** The pause after a customer's message before it is answered, for further ones; in milliseconds. */
  answerWaitMs: number
  aiOrigin: string | null
  allowLocalModels: boolean
  /** Null: no payments; a test checkout stands in. */
  stripe: { secretKey: string; webhookSecret: string | null; apiOrigin: string | null } | null
  trustProxy: TrustedProxies
}

/** A setting that cannot be used. The process prints the message and does not start. */
export class ConfigError extends Error {}

/** Reads the environment once. Throws ConfigError naming every wrong setting and what it should be. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(SETTINGS)
      .map((name) => [name, env[name]])
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      const about = SETTINGS[name as keyof typeof SETTINGS]?.description ?? ''
      return `  ${name}: ${issue.message}. ${about}`
    })
    throw new ConfigError(`These settings cannot be used:\n${lines.join('\n')}`)
  }
  return fromSettings(parsed.data)
}

function emailJsOf(s: Settings): Config['emailJs'] {
  const { EMAILJS_SERVICE_ID: serviceId, EMAILJS_TEMPLATE_ID: templateId } = s
  const { EMAILJS_PUBLIC_KEY: publicKey, EMAILJS_PRIVATE_KEY: privateKey } = s
  if (!serviceId || !templateId || !publicKey || !privateKey) return null
  return { serviceId, templateId, publicKey, privateKey, origin: s.EMAILJS_ORIGIN.replace(/\/+$/, '') }
}

function smsOf({ SMS_ACCOUNT_SID, SMS_AUTH_TOKEN, SMS_FROM, SMS_ORIGIN }: Settings): Config['sms'] {
  if (!SMS_ACCOUNT_SID || !SMS_AUTH_TOKEN || !SMS_FROM) return null
  const origin = SMS_ORIGIN.replace(/\/+$/, '')
  return { accountSid: SMS_ACCOUNT_SID, authToken: SMS_AUTH_TOKEN, from: SMS_FROM, origin }
}

function otlpOf(s: Settings): Config['otlp'] {
  const endpoint = s.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  if (!endpoint) return null
  return { endpoint, headers: s.OTEL_EXPORTER_OTLP_HEADERS ?? {}, share: s.OTEL_TRACES_SAMPLER_ARG }
}

function openIdOf(s: Settings): Config['openId'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = s
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name } : null
}

const listOf = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean)

const fromSettings = (s: Settings): Config => ({
  port: s.PORT,
  host: s.HOST,
  baseUrl: s.BASE_URL?.replace(/\/+$/, '') ?? null,
  dataDir: resolve(s.DATA_DIR),
  databaseUrl: s.DATABASE_URL ?? null,
  databaseAppUrl: s.DATABASE_APP_URL ?? null,
  databaseDirectUrl: s.DATABASE_DIRECT_URL ?? null,
  databaseReadUrl: s.DATABASE_READ_URL ?? null,
  databasePool: s.DATABASE_POOL,
  natsUrl: s.NATS_URL ?? null,
  s3: s.S3_URL ?? null,
  fileStore: s.S3_URL ? (s.FILE_STORE ?? 's3') : 'folder',
  logLevel: s.LOG_LEVEL,
  role: s.ROLE,
  webProcesses: s.WEB_PROCESSES,
  masterKey: s.MASTER_KEY,
  demo: s.DEMO,
  defaultTenant: s.DEFAULT_TENANT ?? null,
  landing: { demos: s.LANDING_DEMO, contactEmail: s.CONTACT_EMAIL ?? null },
  baseDomain: s.BASE_DOMAIN?.toLowerCase() ?? null,
  dnsServers: listOf(s.DNS_SERVERS),
  smtpUrl: s.SMTP_URL ?? null,
  mailFrom: s.MAIL_FROM,
  inboundMail: s.INBOUND_MAIL_ADDRESS
    ? { address: s.INBOUND_MAIL_ADDRESS.toLowerCase(), secret: s.INBOUND_MAIL_SECRET ?? null }
    : null,
  inboundAuthserv: s.INBOUND_MAIL_AUTHSERV?.toLowerCase() ?? null,
  guideVideoUrl: s.GUIDE_VIDEO_URL ?? null,
  emailJs: emailJsOf(s),
  sms: smsOf(s),
  allowLocalSmtp: s.ALLOW_LOCAL_SMTP,
  metricsToken: s.METRICS_TOKEN ?? null,
  otlp: otlpOf(s),
  platformOwnerEmail: s.PLATFORM_OWNER_EMAIL?.toLowerCase() ?? null,
  ownerTwoFactor: s.OWNER_TWO_FACTOR,
  platformAdminEmails: listOf(s.PLATFORM_ADMIN_EMAILS?.toLowerCase()),
  openId: openIdOf(s),
  authRevealUnknownEmail: s.AUTH_REVEAL_UNKNOWN_EMAIL,
  passwordMinLength: s.PASSWORD_MIN_LENGTH,
  rateFactor: s.RATE_FACTOR,
  guestLimits: {
    addressWritesPerMinute: s.ADDRESS_WRITES_PER_MINUTE,
    addressTicketsPerHour: s.ADDRESS_TICKETS_PER_HOUR,
    addressUploadMbPerHour: s.ADDRESS_UPLOAD_MB_PER_HOUR,
    tenantWritesPerMinute: s.TENANT_WRITES_PER_MINUTE,
    tenantTicketsPerHour: s.TENANT_TICKETS_PER_HOUR,
    tenantUploadMbPerHour: s.TENANT_UPLOAD_MB_PER_HOUR,
  },
  tenantStreams: s.TENANT_STREAMS,
  guestUnsentBytes: s.GUEST_UNSENT_MB * MEGABYTE,
  tenantStorageBytes: s.TENANT_STORAGE_MB * MEGABYTE,
  answerWaitMs: s.ANSWER_WAIT_MS,
  aiOrigin: s.AI_ORIGIN?.replace(/\/+$/, '') ?? null,
  allowLocalModels: s.ALLOW_LOCAL_MODELS,
  stripe: s.STRIPE_SECRET_KEY
    ? {
        secretKey: s.STRIPE_SECRET_KEY,
        webhookSecret: s.STRIPE_WEBHOOK_SECRET ?? null,
        apiOrigin: s.STRIPE_API_ORIGIN ?? null,
      }
    : null,
  trustProxy: s.TRUST_PROXY,
})
