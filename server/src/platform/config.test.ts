import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { SETTINGS } from './settings.ts'

const textOf = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

/** Every setting with its default as text, empty where there is none, and its description. */
const documented = Object.entries(SETTINGS).map(([name, schema]) => {
  const value = schema.safeParse(undefined).data
  return { name, value: value === undefined ? '' : String(value), description: schema.description ?? '' }
})

const refusalOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error(`${JSON.stringify(env)} was accepted`)
}

describe('the settings', () => {
  it('are listed in .env.example, each with its description and its default', () => {
    const listed = [...textOf('.env.example').matchAll(/^# (.+)\n#([A-Z0-9_]+)=(.*)$/gm)].map(
      ([, description, name, value]) => ({ name, value: value?.replace(/^"(.*)"$/, '$1'), description }),
    )
    expect(listed).toEqual(documented)
  })

  it('are listed in the README with the same descriptions and defaults', () => {
    const listed = [...textOf('README.md').matchAll(/^\| `([A-Z0-9_]+)` \| (?:`(.*?)`)? ?\| (.+) \|$/gm)].map(
      ([, name, value = '', description]) => ({ name, value, description }),
    )
    expect(listed).toEqual(documented)
  })

  it('all have usable defaults in an empty environment', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', baseUrl: null, role: 'all', demo: true })
    expect(readConfig({ PORT: '', BASE_URL: '' })).toEqual(readConfig({}))
    expect(readConfig({ DATA_DIR: 'there' }).dataDir).toBe(resolve('there'))
  })

  it('are normalized', () => {
    const given = { BASE_URL: 'https://help.example/', DEMO: '0', TRUST_PROXY: '2', BASE_DOMAIN: 'Help.Example' }
    expect(readConfig(given)).toMatchObject({
      baseUrl: 'https://help.example',
      demo: false,
      trustProxy: 2,
      baseDomain: 'help.example',
    })
  })
})

describe('a setting that cannot be used', () => {
  const wrong: Record<string, string> = {
    PORT: '70000',
    BASE_URL: 'ftp://help.example',
    DATABASE_URL: 'mysql://db/segue',
    DATABASE_APP_URL: 'db',
    DATABASE_POOL: 'many',
    LOG_LEVEL: 'loud',
    ROLE: 'cook',
    MASTER_KEY: 'short',
    DEMO: 'perhaps',
    SMTP_URL: 'https://mail.example',
    METRICS_TOKEN: 'short',
    PASSWORD_MIN_LENGTH: '5',
    RATE_FACTOR: '0',
    TRUST_PROXY: 'yes',
  }

  it.each(Object.entries(wrong))('%s=%s is refused with the setting’s description', (name, value) => {
    const lines = refusalOf({ [name]: value }).split('\n')
    expect(lines[0]).toBe('These settings cannot be used:')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(new RegExp(`^  ${name}: .+`))
    expect(lines[1]?.endsWith(SETTINGS[name as keyof typeof SETTINGS].description ?? '')).toBe(true)
  })

  it('is reported together with all other wrong settings', () => {
    const text = refusalOf(wrong)
    for (const name of Object.keys(wrong)) expect(text).toContain(`  ${name}: `)
  })

  it('is not printed where its value may be a secret', () => {
    expect(refusalOf({ MASTER_KEY: 'my-short-key', METRICS_TOKEN: 'my-token' })).not.toMatch(/my-/)
    expect(refusalOf({ DATABASE_URL: 'mysql://me:hidden@db/segue' })).not.toContain('hidden')
  })

  it('a bucket is named with its key, secret and folder; new files go into it unless it is said otherwise', () => {
    const address = 'https://AK%2FID:se%40cret@s3.example.com:9000/files/segue/eu?region=eu-central-1'
    const { s3, fileStore } = readConfig({ S3_URL: address })
    expect(s3).toEqual({
      origin: 'https://s3.example.com:9000',
      bucket: 'files',
      prefix: 'segue/eu/',
      region: 'eu-central-1',
      accessKeyId: 'AK/ID',
      secretAccessKey: 'se@cret',
    })
    expect(fileStore).toBe('s3')
    expect(readConfig({ S3_URL: address, FILE_STORE: 'folder' }).fileStore).toBe('folder')
    expect(readConfig({})).toMatchObject({ s3: null, fileStore: 'folder' })
    expect(() => readConfig({ FILE_STORE: 's3' })).toThrow('FILE_STORE: Needs S3_URL')
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
      expect(() => readConfig({ [name]: 'postgres://db/segue' })).toThrow(`${name}: Needs DATABASE_URL`)
    expect(() => readConfig({ S3_URL: 'https://s3.example.com/files' })).toThrow(
      'S3_URL: Should be https://KEY:SECRET@host/bucket',
    )
  })
})
