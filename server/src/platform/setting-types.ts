import { z } from 'zod'

/** On or off; off by default. */
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((value) => value === 'true' || value === '1')

/** An address of a server, or none. */
export const httpAddress = z.url({ protocol: /^https?$/ }).optional()

/** The address of a service, which a test or a gateway replaces. */
export const serviceOrigin = (usual: string) => z.url({ protocol: /^https?$/ }).default(usual)

/** A text of limited length, or none. */
export const optionalText = (length: number) => z.string().max(length).optional()

/** A limit in the unit of its name. */
export const limit = (units: number) => z.coerce.number().int().min(1).max(1_000_000_000).default(units)

/** Up to `most` portals by their slugs, in lower case, separated by commas; `own` are those without the setting. */
export const slugs = (own: string, most: number) =>
  z
    .string()
    .max(200)
    .default(own)
    .transform((list) => {
      const each = list.toLowerCase().split(/[\s,]+/)
      return [...new Set(each)].filter((slug) => slug !== '').slice(0, most)
    })

/** A bucket of an S3-compatible server, `https://KEY:SECRET@host/bucket/prefix?region=…`, addressed by its path. */
export const bucketAddress = z
  .url({ protocol: /^https?$/ })
  .transform((address, context) => {
    const { origin, username, password, pathname, searchParams } = new URL(address)
    const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
    // Plain names, which read the same in an address, a signature and a listing.
    if (!username || !password || ![bucket, ...folders].every((name) => /^[\w.-]+$/.test(name))) {
      context.addIssue(
        'Should be https://KEY:SECRET@host/bucket, key and secret percent-encoded, bucket and folders of letters, digits, dots, dashes and underscores',
      )
      return z.NEVER
    }
    return {
      origin,
      bucket,
      prefix: folders.map((name) => `${name}/`).join(''),
      region: searchParams.get('region') ?? 'us-east-1',
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    }
  })
  .optional()

/** Headers as OpenTelemetry's own settings write them: `authorization=Bearer%20abc,x-tenant=1`. */
export const headerList = z
  .string()
  .max(4000)
  .transform((list, context) => {
    const headers = list.split(',').map((one) => /^\s*([\w-]+)=([\x21-\x7e]*)\s*$/.exec(one))
    try {
      return Object.fromEntries(headers.map((header) => [header?.[1] ?? '', decodeURIComponent(header?.[2] ?? '%')]))
    } catch {
      context.addIssue('Should be name=value pairs, separated by commas, values percent-encoded')
      return z.NEVER
    }
  })
  .optional()
