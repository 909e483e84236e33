import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAppearance, listAvatars, removeAvatar, uploadAvatar } from '#contracts/identity/appearance.ts'
import { getSession } from '#contracts/identity/session.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

type Client = Awaited<ReturnType<Harness['member']>>

const picture = (format: 'png' | 'jpeg' | 'webp', width = 900, height = 300): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    [format]()
    .toBuffer()

async function upload(who: Client, bytes: string | Buffer, name = 'me.png') {
  const form = new FormData()
  form.append('file', new Blob([bytes as never]), name)
  const response = await who.raw(uploadAvatar.path, { method: 'PUT', body: form })
  return { status: response.status, body: await response.json() }
}

const looksOf = async (who: Client) => (await who.call(getSession)).user?.appearance

describe('how the pages look for a person', () => {
  test('[S8] colour and scheme are kept for the person in every session, and for nobody else', async () => {
    const made = await h.tenant()
    const [member, colleague] = [await h.member(made, 'agent'), await h.member(made, 'admin')]
    expect(await looksOf(member)).toEqual({ accentColor: null, colorScheme: null, avatarUrl: null })
    await member.call(changeAppearance, { body: { accentColor: '#AA3377' } })
    const changed = await member.call(changeAppearance, { body: { colorScheme: 'dark' } })
    expect(changed).toMatchObject({ accentColor: '#aa3377', colorScheme: 'dark' })
    expect(await looksOf(member)).toEqual(changed)
    expect(await looksOf(colleague)).toMatchObject({ accentColor: null, colorScheme: null })
    expect(await member.call(changeAppearance, { body: { accentColor: null } })).toMatchObject({ accentColor: null })
    for (const accentColor of ['red', '#12345', 'url(https://evil.example)', '#38beba;x']) {
      const { error } = await member.fail(changeAppearance, { body: { accentColor } })
      expect(error.fields?.['body.accentColor'], accentColor).toEqual(expect.any(String))
    }
  })

  test('[S8] a picture of any of the three kinds is stored as a square without what was hidden in it', async () => {
    const member = await h.member(await h.tenant(), 'agent')
    let last: string | null = null
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const { status, body } = await upload(member, await picture(format))
      expect([status, body.avatarUrl === last]).toEqual([200, false])
      last = body.avatarUrl
      const response = await member.raw(body.avatarUrl)
      expect(response.headers.get('content-type')).toBe('image/png')
      const stored = Buffer.from(await response.arrayBuffer())
      expect(await sharp(stored).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
      expect(stored.includes('secret place')).toBe(false)
    }
    expect((await member.call(removeAvatar)).avatarUrl).toBeNull()
    expect((await member.raw(last ?? '')).status).toBe(404)
  })

  test('[S8] what is no picture, another kind, too large or damaged is refused with a reason, whatever its name', async () => {
    const member = await h.member(await h.tenant(), 'agent')
    const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
      .gif()
      .toBuffer()
    const damaged = (await picture('png')).subarray(0, 200)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const bytes of ['<html></html>', svg, gif, damaged]) {
      const { status, body } = await upload(member, bytes)
      expect([status, body.error.message]).toEqual([415, expect.stringContaining('PNG, JPEG or WebP')])
    }
    const large = Buffer.concat([await picture('png'), Buffer.alloc(5 * 1024 * 1024)])
    expect((await upload(member, large)).status).toBe(413)
    expect((await looksOf(member))?.avatarUrl).toBeNull()
  })

  test('[S8] pictures are seen by the team and by nobody else', async () => {
    const made = await h.tenant()
    const [member, colleague] = [await h.member(made, 'agent'), await h.member(made, 'admin')]
    const stranger = await h.member(await h.tenant(), 'admin')
    const { body } = await upload(member, await picture('png'))
    const [listed] = (await colleague.call(listAvatars)).items
    expect(listed).toMatchObject({ url: body.avatarUrl })
    expect((await colleague.raw(body.avatarUrl)).status).toBe(200)
    expect((await stranger.raw(body.avatarUrl)).status).toBe(404)
    expect((await stranger.call(listAvatars)).items).toEqual([])
    expect((await h.visitor().raw(body.avatarUrl)).status).toBe(401)
  })
})
