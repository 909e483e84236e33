import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeArticle } from '#server/knowledge/fixture.ts'
import { openPage } from '#server/knowledge/help-pages/fixture.ts'
import { setTenantStatus } from '#server/tenant/service.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** A browser without a script: it keeps the cookie of the page and sends the form's fields. */
async function openVote({ slug }: TestTenant, article: string, language = 'en') {
  const address = `${h.url}/api/portal/${slug}/articles/${article}/feedback`
  const headers = { accept: 'text/html', 'accept-language': language }
  const page = await fetch(address, { headers })
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
  const send = async (fields: Record<string, string>, sent = cookie) => {
    const body = new URLSearchParams(fields)
    const reply = await fetch(address, { method: 'POST', headers: { ...headers, cookie: sent }, body })
    return { status: reply.status, html: await reply.text() }
  }
  return { status: page.status, html: await page.text(), send }
}

const votesOf = (made: TestTenant) =>
  made.tenant.read((t) => t.sql('SELECT is_helpful, reason, comment FROM article_vote'))

describe('whether an article helped, without a script', () => {
  test('[U8] is asked by a page that the article leads to, in its language; each guest has one vote, with the reason of a No', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'build', title: 'Build <b>it</b>' })
    const { document } = await openPage(h.platform, `/help/${made.slug}/build?lang=de`)
    const link = document.querySelector('.hc-plain a')
    expect(link?.getAttribute('href')).toBe(`/api/portal/${made.slug}/articles/build/feedback`)
    expect(link?.textContent).toBe('Sagen Sie, ob dieser Artikel geholfen hat')
    const { status, html, send } = await openVote(made, 'build', 'de')
    expect(status).toBe(200)
    expect(html).toContain('<h1>Build &lt;b&gt;it&lt;/b&gt;</h1>')
    expect(html).toContain('Er ist veraltet')
    expect((await send({ helpful: 'yes', reason: '', comment: '' })).html).toContain('role="status"')
    expect(await votesOf(made)).toEqual([{ is_helpful: true, reason: null, comment: null }])
    const said = await send({ helpful: 'no', reason: 'out_of_date', comment: 'Last year.' })
    expect(said.html).toContain(`href="/help/${made.slug}/build"`)
    expect(await votesOf(made)).toEqual([{ is_helpful: false, reason: 'out_of_date', comment: 'Last year.' }])
  })

  test('[U8] keeps what was chosen and written where it is refused: without an answer, and without the cookie', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'build' })
    const { send } = await openVote(made, 'build')
    const refused = await send({ reason: 'other', comment: '"><script>' })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('Choose Yes or No.')
    expect(refused.html).toContain('<option value="other" selected>')
    expect(refused.html).toContain('&quot;&gt;&lt;script&gt;</textarea>')
    const stranger = await send({ helpful: 'no', reason: '', comment: 'Kept.' }, '')
    expect(stranger.status).toBe(401)
    expect(stranger.html).toContain('Send the form once more')
    expect(stranger.html).toContain('value="no" checked')
    expect(await votesOf(made)).toEqual([])
  })

  test('[U8] says where there is no article or business for it', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'draft', isPublished: false })
    await makeArticle(made.tenant, { slug: 'build' })
    for (const article of ['draft', 'nothing']) {
      const { status, html } = await openVote(made, article)
      expect([status, html.includes('This article is not here any more')]).toEqual([404, true])
    }
    expect((await openVote({ ...made, slug: 'nobody-here' }, 'build')).html).toContain('Tenant not found')
    await made.tenant.tx((t) => setTenantStatus(t, 'SUSPENDED'))
    expect((await openVote(made, 'build')).html).toContain('Support temporarily unavailable')
  })
})
