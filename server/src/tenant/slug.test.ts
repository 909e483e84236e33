import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '#test/harness.ts'
import { chooseSlug, claimSlug, type SlugVariant } from './slug.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** The address that a new business with this name would get; none is stored. */
async function slugOf(name: string, variant: SlugVariant = 'wizard', email = 'ada@gmail.com'): Promise<string> {
  const { tenant } = await h.tenant()
  return tenant.tx((t) => chooseSlug(t, { name, email, variant }))
}

describe('the address of a new portal', () => {
  it.each<[SlugVariant, RegExp]>([
    ['wizard', /^the-very-long-name-of-a-small-support$/],
    ['simple', /^the-very-long-name-o-[a-z2-9]{6}$/],
    ['onboarding', /^the-very-long-name-of-a-s-[a-z2-9]{4}$/],
  ])('[N6] has the length and ending of its variant: %s', async (variant, expected) => {
    expect(await slugOf('The very long name of a small bakery', variant)).toMatch(expected)
  })

  it.each([
    ['Café Müller & Söhne', 'cafe-muller-sohne-support'],
    ['  Straßen—Eis!  ', 'strasseneis-support'],
    ['O’Neill -- Bros.', 'oneill-bros-support'],
  ])('[N6] is made of the letters and digits of the name: %s', async (name, expected) => {
    expect(await slugOf(name)).toBe(expected)
  })

  it('[N6] is made of the e-mail’s domain for a name in another script, and of the time where that is a mail provider’s', async () => {
    expect(await slugOf('カフェ', 'wizard', 'ada@lantern-cafe.example')).toMatch(/^lantern-cafe-support-/)
    expect(await slugOf('カフェ')).toMatch(/^business-/)
  })

  it.each(['Admin', 'Segue', 'My Seque Shop', 'adm1n', 'Support'])(
    '[N6] is neither the product’s own nor looks like it: %s',
    async (name) => {
      expect(await slugOf(name)).toMatch(/^business-/)
    },
  )

  it('[N6] of a name that is taken, or looks like one that is, gets another ending', async () => {
    const name = `Lantern ${crypto.randomUUID().slice(0, 8).replaceAll('0', 'a').replaceAll('1', 'b')}`
    const first = await slugOf(name)
    const { tenant } = await h.tenant()
    await tenant.tx((t) => t.sql('UPDATE tenant SET slug = $2 WHERE id = $1', [t.tenantId, first]))
    const second = await slugOf(name)
    expect(second).not.toBe(first)
    expect(second).toMatch(/^lantern-[a-z0-9]{8}-[a-z2-9]{5}$/)
    const look = first.replace('lantern', '1antern')
    expect(await (await h.tenant()).tenant.tx((t) => claimSlug(t, look))).toBe('taken')
  })
})
