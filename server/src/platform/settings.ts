import { z } from 'zod'
import {
  bucketAddress,
  flag,
  headerList,
  httpAddress,
  limit,
  optionalText,
  serviceOrigin,
  slugs,
} from './setting-types.ts'
import { trustProxy } from './trust-proxy.ts'

/** Every setting the process reads, with its meaning; `.env.example` is tested against it. */
export const SETTINGS = {
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('Port the server listens on.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the server listens on; 0.0.0.0 in a container.'),
  BASE_URL: httpAddress.describe(
    'Public address, as customers see it. Behind TLS it starts with https:// and cookies become Secure.',
  ),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder of database, files, mail and keys.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'Another PostgreSQL (15 or newer), as a role that may create tables; without it Segue runs the built-in one.',
    ),
  DATABASE_APP_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('The role the server works as, when DATABASE_URL may not create roles. It must own nothing.'),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'PostgreSQL itself, where DATABASE_URL is a pooler in transaction mode (PgBouncer): for listening, locks, migrations and backups.',
    ),
  DATABASE_READ_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'A streaming replica of DATABASE_URL: reads that may be some seconds old (analytics, help centers, search of the super-admin) run there.',
    ),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16).describe('Database connections of one process.'),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/[^,\s]+(,\s*(nats|tls):\/\/[^,\s]+)*$/)
    .optional()
    .describe(
      'NATS server for live events, nats://host:4222, several separated by commas; without it PostgreSQL carries them.',
    ),
  S3_URL: bucketAddress.describe(
    'Bucket for files, https://KEY:SECRET@host/bucket?region=…; without it files are in DATA_DIR.',
  ),
  FILE_STORE: z
    .enum(['folder', 's3'])
    .optional()
    .describe('Where new files go, and `files:move` moves all to; with S3_URL into its bucket, else the data folder.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe('What this process does: serve requests, run jobs, or both.'),
  WEB_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe(
      'Processes that serve the port together, with ROLE all or web; from 2 on, ROLE=all runs jobs in one more.',
    ),
  MASTER_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('32 bytes in base64 or hex that encrypt stored secrets; without it a file in DATA_DIR holds one.'),
  DEMO: z
    .enum(['true', 'false', '1', '0'])
    .default('true')
    .transform((value) => value === 'true' || value === '1')
    .describe('Whether the first start creates the demo businesses.'),
  DEFAULT_TENANT: optionalText(64).describe('Portal shown when neither the link nor the host name names a business.'),
  LANDING_DEMO: slugs('hollowbrook,fernbill,alder-court', 3).describe(
    'Demo portals of the landing page, separated by commas, the first with its chat; unknown ones are left out.',
  ),
  CONTACT_EMAIL: z
    .email()
    .optional()
    .describe('Contact on the landing page; without it hello@ and the host of BASE_URL.'),
  BASE_DOMAIN: optionalText(200).describe('Serves {tenant}.{BASE_DOMAIN} as that tenant’s portal.'),
  DNS_SERVERS: z
    .string()
    .regex(/^[\d.:a-f[\], ]+$/i, 'must be addresses, separated by commas')
    .optional()
    .describe('Name servers that are asked about the domains of businesses (1.1.1.1, [::1]:5353); else the system’s.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server; without it mails are written as files into DATA_DIR/mail.'),
  MAIL_FROM: z.string().max(200).default('Segue <no-reply@segue.example>').describe('Sender of outgoing mail.'),
  INBOUND_MAIL_ADDRESS: z
    .email()
    .regex(/^[^+@]{1,16}@/, 'must have at most 16 characters before the @, and no +')
    .optional()
    .describe('Address whose +tags reach this installation (support@mail.example.com); mails to it become tickets.'),
  INBOUND_MAIL_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('Secret by which your mail server signs the mails it hands over at /api/inbound-mail.'),
  INBOUND_MAIL_AUTHSERV: optionalText(200).describe(
    'Name of your receiving mail server in Authentication-Results headers; only its word on senders counts.',
  ),
  GUIDE_VIDEO_URL: httpAddress.describe('Film of the video guide; without it the one that comes with the product.'),
  EMAILJS_SERVICE_ID: optionalText(100).describe('EmailJS service that sends mail, where no SMTP_URL is set.'),
  EMAILJS_TEMPLATE_ID: optionalText(100).describe(
    'EmailJS template with the fields to_email, from_name, reply_to, subject, message, message_html.',
  ),
  EMAILJS_PUBLIC_KEY: optionalText(100).describe('Public key of the EmailJS account.'),
  EMAILJS_PRIVATE_KEY: optionalText(100).describe('Private key of the EmailJS account.'),
  EMAILJS_ORIGIN: serviceOrigin('https://api.emailjs.com').describe('Address of the EmailJS service.'),
  SMS_ACCOUNT_SID: optionalText(100).describe('Account at the text message gateway (Twilio-compatible).'),
  SMS_AUTH_TOKEN: optionalText(200).describe('Its token.'),
  SMS_FROM: optionalText(40).describe('Number or name that text messages come from.'),
  SMS_ORIGIN: serviceOrigin('https://api.twilio.com').describe('Address of the text message gateway.'),
  ALLOW_LOCAL_SMTP: flag.describe('Let tenants use a mail server on this machine.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.describe(
    'Collector of OpenTelemetry traces (OTLP over HTTP, such as http://collector:4318); without it none are recorded.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.describe(
    'Headers for the collector: name=value, separated by commas, values percent-encoded.',
  ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of requests and jobs that are traced, from 0 to 1.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token of /metrics, 16 characters or more (openssl rand -hex 24); without it /metrics is closed.'),
  PLATFORM_OWNER_EMAIL: optionalText(254).describe('Email of the platform owner (super-admin).'),
  OWNER_TWO_FACTOR: flag.describe('Require two-factor sign-in of the platform owner.'),
  PLATFORM_ADMIN_EMAILS: optionalText(2000).describe(
    'Emails of people who may use the business login without being invited, by commas.',
  ),
  OIDC_ISSUER: httpAddress.describe(
    'Sign-in through an OpenID provider: its issuer (https://accounts.google.com for Google).',
  ),
  OIDC_CLIENT_ID: optionalText(500).describe('The client that the provider knows Segue as.'),
  OIDC_CLIENT_SECRET: optionalText(500).describe('The secret of that client.'),
  OIDC_NAME: z.string().min(1).max(40).default('Google').describe('The provider’s name on the sign-in button.'),
  AUTH_REVEAL_UNKNOWN_EMAIL: flag.describe('Reveal at sign-in that no account has this email (off: never reveal it).'),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(128).default(6).describe('Shortest password.'),
  RATE_FACTOR: z.coerce
    .number()
    .min(0.1)
    .max(100_000)
    .default(1)
    .describe('Multiplies every rate limit; for load tests.'),
  ADDRESS_WRITES_PER_MINUTE: limit(600).describe('Messages, chats and other writes of all guests at one address.'),
  ADDRESS_TICKETS_PER_HOUR: limit(60).describe('Tickets of all guests at one address (IPv6: one /64 network).'),
  ADDRESS_UPLOAD_MB_PER_HOUR: limit(500).describe('Megabytes uploaded by all guests at one address.'),
  TENANT_WRITES_PER_MINUTE: limit(6000).describe('Messages, chats and other writes of all guests of one business.'),
  TENANT_TICKETS_PER_HOUR: limit(1200).describe('Tickets of all guests of one business.'),
  TENANT_UPLOAD_MB_PER_HOUR: limit(5000).describe('Megabytes uploaded by all guests of one business.'),
  TENANT_STREAMS: limit(5000).describe('Live streams of one business that a process holds open at once.'),
  GUEST_UNSENT_MB: limit(100).describe('Megabytes of uploads that one guest has not sent with a message yet.'),
  TENANT_STORAGE_MB: limit(10_240).describe('Megabytes of attachments of one business; guests may use nine tenths.'),
  ANSWER_WAIT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(5000)
    .default(800)
    .describe(
      'How long the assistant waits for further messages of a customer, so that several at once get one answer.',
    ),
  AI_ORIGIN: httpAddress.describe(
    'Sends the AI providers’ calls to {AI_ORIGIN}/{provider}/… instead (a gateway; may be on this machine).',
  ),
  ALLOW_LOCAL_MODELS: flag.describe('Let tenants use an AI server on this machine as custom provider (Ollama).'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'begins with sk_ or rk_')
    .optional()
    .describe('Secret key of Stripe; without it a test checkout stands in, in which no money moves.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'begins with whsec_')
    .optional()
    .describe('Signing secret of the Stripe webhook at {BASE_URL}/api/stripe/webhook; needed with STRIPE_SECRET_KEY.'),
  STRIPE_API_ORIGIN: httpAddress.describe(
    'Sends the calls of Stripe here instead (a stand-in for tests; may be on this machine).',
  ),
  TRUST_PROXY: trustProxy.describe(
    'Proxies whose X-Forwarded-For is believed: their number, or their addresses and networks (10.0.0.0/8, loopback).',
  ),
} satisfies Record<string, z.ZodType>
