import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessibility.ts'
import { answersOf, expectAnswer, openChat, SLUG, sendMessage, unique } from './customer.ts'
import { headers, toast } from './desk.ts'
import { expect, memberOf, type Segue, signIn, test } from './segue.ts'

const SECTION = '/admin?section=knowledge&tab=articles'
const table = (page: Page) => page.getByRole('table')
const rowOf = (page: Page, title: string) => table(page).getByRole('row').filter({ hasText: title })
const title = (page: Page) => page.getByLabel('Title', { exact: true })
const body = (page: Page) => page.getByLabel('Text', { exact: true })
const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true })

type Article = { id: string; slug: string; version: number; status: string; draft: { title: string; body: string } }

/** Writes an article over HTTP, published unless stated otherwise. */
async function newArticle(
  page: Page,
  segue: Segue,
  given: Record<string, unknown> = {},
  publish = true,
): Promise<Article> {
  const fields = {
    title: unique('Article'),
    summary: '',
    body: 'A text.',
    category: 'Basics',
    language: 'en',
    ...given,
  }
  const at = `${segue.url}/api/knowledge/articles`
  const data = { id: crypto.randomUUID(), ...fields }
  const made = await (await page.request.post(at, { headers: headers(segue), data })).json()
  if (!publish) return made
  const { translationOf: _, ...text } = fields as Record<string, unknown>
  return (
    await page.request.put(`${at}/${made.id}`, {
      headers: headers(segue),
      data: { ...text, version: 1, publish: true },
    })
  ).json()
}

async function confirm(page: Page, name: string, button: string): Promise<void> {
  await page.getByRole('dialog', { name }).getByRole('button', { name: button }).click()
}

test('[K7] an article is written, saved by itself, published, read in the help center and archived', async ({
  page,
  secondPage,
  segue,
}) => {
  await signIn(page, segue)
  await page.goto(SECTION)
  const name = unique('Wheel truing')
  await page.getByRole('button', { name: 'Write article' }).click()
  await title(page).fill(name)
  await expect(page.getByText('Kept on this device. Saved once it has a title and a text.')).toBeVisible()
  await body(page).pressSequentially('It takes ten minutes.')
  await body(page).press('ControlOrMeta+a')
  await page.getByRole('toolbar', { name: 'Format the text' }).getByRole('button', { name: 'Bold' }).click()
  await expect(body(page)).toHaveValue('**It takes ten minutes.**')
  await expect(page.getByRole('article', { name: 'Preview' }).locator('strong')).toHaveText('It takes ten minutes.')
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(title(page)).toHaveValue(name)
  await expect(body(page)).toHaveValue('**It takes ten minutes.**')

  await page.getByRole('button', { name: 'Publish' }).click()
  await confirm(page, 'Publish this article?', 'Publish')
  await expect(toast(page, 'Article published.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeDisabled()
  await secondPage.goto((await page.getByRole('link', { name: 'Help center' }).getAttribute('href')) ?? '')
  await expect(secondPage.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(secondPage.getByText('It takes ten minutes.')).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await confirm(page, 'Archive this article?', 'Archive')
  await expect(toast(page, 'Article archived.')).toBeVisible()
  await page.getByRole('button', { name: 'All articles' }).click()
  await expect(table(page)).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)
  await page.goto(`${SECTION}&status=archived`)
  await rowOf(page, name).press('Enter')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirm(page, `Delete “${name}”?`, 'Delete')
  await expect(toast(page, 'Article deleted.')).toBeVisible()
})

test('[K7] hostile Markdown is shown as text in the preview, the history and the help center, and runs nothing', async ({
  page,
  secondPage,
  segue,
}) => {
  const text = [
    '<img src=x onerror="globalThis.broken = 1">',
    '[press](javascript:globalThis.broken=1)',
    '<script>globalThis.broken = 1</script>',
    '![picture](https://evil.example/track.png)',
    '<svg onload="globalThis.broken = 1">',
  ].join('\n\n')
  await signIn(page, segue)
  const { id, slug, version } = await newArticle(page, segue, { body: text })
  const loaded: string[] = []
  for (const one of [page, secondPage]) one.on('request', (request) => loaded.push(request.url()))
  await page.goto(`${SECTION}&article=${id}`)
  await secondPage.goto(`/help?tenant=${SLUG}&article=${slug}`)
  const places = [page.getByRole('article', { name: 'Preview' }), secondPage.getByRole('article')]
  for (const place of places) {
    await expect(place).toContainText('<script>globalThis.broken = 1</script>')
    await expect(place.locator('script, img, svg[onload], a[href^="javascript"]')).toHaveCount(0)
  }
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: /^Version 1/ }).click()
  await expect(page.getByRole('insertion').last()).toContainText('onerror')
  for (const one of [page, secondPage]) {
    expect(await one.evaluate(() => (globalThis as { broken?: number }).broken)).toBeUndefined()
  }
  expect(loaded.filter((url) => url.includes('evil.example'))).toEqual([])
  const data = { version, archived: true }
  await page.request.post(`${segue.url}/api/knowledge/articles/${id}/archive`, { headers: headers(segue), data })
})

test('[K7] a published article is found in spite of a slip, and the assistant answers from it and names it', async ({
  page,
  secondPage,
  segue,
}) => {
  await signIn(page, segue)
  const name = unique('Unicycle rental')
  const text = 'You can rent a unicycle for £12 a day. A helmet is included in the rental.'
  const { id, version } = await newArticle(page, segue, { title: name, body: text })
  await secondPage.goto(`/help?tenant=${SLUG}`)
  await secondPage.getByRole('searchbox', { name: 'Search the Help Center' }).fill('unicylce')
  await expect(secondPage.getByRole('link', { name: new RegExp(name) })).toBeVisible()
  await openChat(secondPage)
  await sendMessage(secondPage, 'What does it cost to rent a unicycle for a day?')
  await expectAnswer(secondPage, '£12 a day')
  await expect(answersOf(secondPage).last()).toContainText(name)
  // Other tests ask the same assistant.
  const data = { version, archived: true }
  await page.request.post(`${segue.url}/api/knowledge/articles/${id}/archive`, { headers: headers(segue), data })
})

test('[K7] a version shows word by word what it changed, and is restored as the draft', async ({ page, segue }) => {
  await signIn(page, segue)
  const { id } = await newArticle(page, segue, { body: 'Returns take five working days.' })
  await page.goto(`${SECTION}&article=${id}`)
  await body(page).fill('Returns take seven working days.')
  await expect(saved(page)).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  const versions = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.nth(1)).toContainText('Customers read this')
  await versions
    .nth(0)
    .getByRole('button', { name: /^Version 2/ })
    .click()
  await expect(versions.nth(0).getByRole('deletion')).toHaveText('five')
  await expect(versions.nth(0).getByRole('insertion')).toHaveText('seven')
  await versions
    .nth(1)
    .getByRole('button', { name: /^Version 1/ })
    .click()
  await expect(versions.nth(1).getByRole('insertion')).toHaveText('seven')
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(toast(page, 'Version 1 is the draft again.')).toBeVisible()
  await expect(body(page)).toHaveValue('Returns take five working days.')
  await expect(versions).toHaveCount(3)
})

test('[K7] a text written without a connection is kept through a reload and saved once there is one', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  const { id } = await newArticle(page, segue, {}, false)
  await page.goto(`${SECTION}&article=${id}`)
  await expect(body(page)).toBeVisible()
  await page.context().setOffline(true)
  await body(page).fill('Written on a train.')
  await expect(page.getByText('No connection. Your text is kept on this device')).toBeVisible()
  await page.context().setOffline(false)
  await expect(saved(page)).toBeVisible()
  const stored = await (await page.request.get(`${segue.url}/api/knowledge/articles/${id}`)).json()
  expect(stored.draft.body).toBe('Written on a train.')
})

test('[K7] two members who change one article lose nothing: other fields are merged, of the same one they choose', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  const { id } = await newArticle(page, segue, { body: 'As it was.' }, false)
  const at = `${segue.url}/api/knowledge/articles/${id}`
  /** Another member's save, over what is stored. */
  const elsewhere = async (patch: Record<string, string>) => {
    const { version, draft } = await (await page.request.get(at)).json()
    const data = { ...draft, ...patch, version, publish: false }
    await page.request.put(at, { headers: headers(segue), data })
  }
  await page.goto(`${SECTION}&article=${id}`)
  await body(page).fill('Mine.')
  await elsewhere({ title: 'Their title' })
  await expect(title(page)).toHaveValue('Their title')
  await expect(saved(page)).toBeVisible()
  await expect(body(page)).toHaveValue('Mine.')

  await page.route('**/api/knowledge/articles/**', (route) => route.abort('internetdisconnected'))
  await body(page).fill('Mine again.')
  await elsewhere({ body: 'Theirs.' })
  await page.unrouteAll()
  await expect(page.getByText('Somebody else changed this meanwhile.')).toBeVisible()
  await expect(body(page)).toHaveValue('Mine again.')
  await page.getByRole('button', { name: 'Show their version' }).click()
  await expect(body(page)).toHaveValue('Theirs.')
  const { versions } = await (await page.request.get(at)).json()
  const texts = []
  for (const { number } of versions) {
    texts.push((await (await page.request.get(`${at}/version?number=${number}`)).json()).body)
  }
  expect(texts.slice(0, 3)).toEqual(['Theirs.', 'Mine again.', 'Theirs.'])
})

test('[K7] an article is written in a second language beside the first; missing languages are named', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  const made = await newArticle(page, segue, { body: 'Open on Sundays.' })
  await page.goto(`${SECTION}&article=${made.id}`)
  await page.getByRole('tab', { name: 'Languages' }).click()
  const languages = page.getByRole('list', { name: 'Languages' })
  await expect(languages.getByText('Missing')).toHaveCount(3)
  await languages.getByRole('button', { name: 'Write in German' }).click()
  await expect(page.getByRole('article', { name: 'Preview' })).toContainText('Open on Sundays.')
  const german = unique('Öffnungszeiten')
  await title(page).fill(german)
  await body(page).fill('Sonntags geöffnet.')
  await expect(saved(page)).toBeVisible()
  await expect(languages.getByText('Missing')).toHaveCount(2)
  await languages.getByRole('button', { name: 'Open: English' }).click()
  await expect(body(page)).toHaveValue('Open on Sundays.')
  await page.getByRole('tab', { name: 'Languages' }).click()
  await expect(languages.getByRole('button', { name: 'Open: German' })).toBeVisible()
})

test('[K7] a second browser sees an article within a second of its publication; agents read and cannot change', async ({
  page,
  secondPage,
  segue,
}) => {
  await signIn(page, segue)
  await signIn(secondPage, segue, memberOf(segue, 'agent'))
  const draft = await newArticle(page, segue, {}, false)
  await secondPage.goto(SECTION)
  const row = rowOf(secondPage, draft.draft.title)
  await expect(row).toContainText('Draft')
  await expect(secondPage.getByRole('button', { name: 'Write article' })).toBeHidden()
  await newArticle(page, segue, {}, false)
  const data = { ...draft.draft, version: draft.version, publish: true }
  const at = `${segue.url}/api/knowledge/articles/${draft.id}`
  expect((await page.request.put(at, { headers: headers(segue), data })).status()).toBe(200)
  await expect(row).toContainText('Published', { timeout: 1000 })
  await row.click()
  await expect(body(secondPage)).toHaveAttribute('readonly', '')
  await expect(secondPage.getByRole('button', { name: 'Publish' })).toBeHidden()
})

test('[K7] the list, the editor, its history and its languages are accessible in light, dark and on a phone', async ({
  page,
  segue,
}) => {
  await signIn(page, segue)
  const { id } = await newArticle(page, segue, { body: '## Heading\n\n- one\n- two' })
  await page.goto(SECTION)
  await expect(table(page)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.goto(`${SECTION}&article=${id}`)
  await body(page).fill('## Heading\n\n- one\n- three')
  await expect(saved(page)).toBeVisible()
  for (const tab of ['Preview', 'History', 'Languages']) {
    await page.getByRole('tab', { name: tab }).click()
    if (tab === 'History') await page.getByRole('button', { name: /^Version 2/ }).click()
    await expectAccessibleInBothThemes(page)
  }
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const tab of ['Write', 'History']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectAccessibleInBothThemes(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  }
  if (size) await page.setViewportSize(size)
})
