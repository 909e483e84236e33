import { headers, openDesk, openTicket, pane, readTicket, storedWith } from './desk.ts'
import { picture } from './picture.ts'
import { expect, memberOf, test } from './segue.ts'

test('[T11] a reply is held for some seconds: Escape takes text, file and cursor back, and it is sent once by itself', async ({
  page,
  segue,
}) => {
  const { ticket, open, reply, thread } = await openTicket(page, segue, 'Held reply')
  await open
    .locator('input[type=file]')
    .setInputFiles([{ name: 'spokes.txt', mimeType: 'text/plain', buffer: Buffer.from('32 spokes') }])
  await expect(open.getByRole('button', { name: 'Remove spokes.txt' })).toBeVisible()
  await reply.focus()
  await page.keyboard.type('Held word')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Enter')
  await expect(thread.getByText('Held word')).toBeVisible()
  await expect(thread.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(reply).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(reply).toHaveValue('Held word')
  await expect(reply).toBeFocused()
  await expect(thread.getByText('Held word')).toHaveCount(0)
  await expect(open.getByRole('button', { name: 'Remove spokes.txt' })).toBeVisible()
  await page.keyboard.type('back ')
  await expect(reply).toHaveValue('Held back word')
  expect(await storedWith(page, segue, ticket, 'Held')).toEqual([])

  // Out of the field, Z does the same.
  await page.keyboard.press('Control+Enter')
  await expect(thread.getByRole('button', { name: 'Undo' })).toBeVisible()
  await thread.focus()
  await open.getByRole('region', { name: 'Conversation' }).focus()
  await page.keyboard.press('z')
  await expect(reply).toHaveValue('Held back word')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+Enter')
  await expect.poll(() => storedWith(page, segue, ticket, 'Held')).toEqual(['Held back word'])
  await expect(thread.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const drafts = () => page.request.get(`${segue.url}/api/tickets/${ticket.id}/drafts`)
  await expect.poll(async () => (await (await drafts()).json()) as unknown).toEqual({ items: [] })
})

test('[T11] a held reply is sent once when the page is closed, when its ticket is left, and before the ticket is resolved', async ({
  page,
  segue,
  context,
}) => {
  // A page that closes before it has read who gets a copy sends its reply when it is open again.
  const copies = page.waitForResponse(/\/copies$/)
  const { ticket, reply } = await openTicket(page, segue, 'Left early')
  await reply.fill('Sent by closing')
  await page.keyboard.press('Control+Enter')
  await expect(reply).toHaveValue('')
  await copies
  await page.close({ runBeforeUnload: true })
  const next = await context.newPage()
  await next.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => storedWith(next, segue, ticket, 'Sent by closing')).toHaveLength(1)
  await next.goto(`/admin?section=tickets&ticket=${ticket.id}`)
  const open = pane(next, ticket.subject)
  await expect(open.getByRole('log').getByText('Sent by closing')).toHaveCount(1)
  const again = open.getByRole('textbox', { name: 'Reply' })
  await expect(again).toHaveValue('')

  await again.fill('Sent by resolving')
  await next.keyboard.press('Control+Enter')
  await open.getByRole('region', { name: 'Conversation' }).focus()
  await next.keyboard.press('e')
  await expect.poll(async () => (await readTicket(next, segue, ticket.id)).ticket.status).toBe('resolved')
  expect(await storedWith(next, segue, ticket, 'Sent by resolving')).toHaveLength(1)
  await expect(next.getByRole('dialog')).toHaveCount(0)

  await again.fill('Sent by leaving')
  await next.keyboard.press('Control+Enter')
  await next.getByRole('link', { name: 'Overview' }).click()
  await expect.poll(() => storedWith(next, segue, ticket, 'Sent by leaving')).toHaveLength(1)
  // The page that was closed had stored its reply here; it is not sent a second time.
  await expect
    .poll(() => next.evaluate(() => Object.keys(localStorage).filter((key) => /unsent/.test(key))))
    .toEqual([])
  expect(await storedWith(next, segue, ticket, 'Sent by closing')).toHaveLength(1)
})

test('[T11] a reply sent before its page knows who gets a copy is sent once that is read', async ({ page, segue }) => {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/copies$/, async (route) => {
    await asked
    await route.continue()
  })
  const { ticket, open, reply } = await openTicket(page, segue, 'Sent at once')
  await open.getByRole('button', { name: 'Take ticket' }).click()
  await expect(open.getByRole('button', { name: 'Resolve' })).toBeVisible()
  await reply.fill('Sent before the copies')
  await page.keyboard.press('Control+Enter')
  await expect(reply).toHaveValue('')
  await open.getByRole('region', { name: 'Conversation' }).focus()
  await page.keyboard.press('e')
  answer()
  await expect.poll(async () => (await readTicket(page, segue, ticket.id)).ticket.status).toBe('resolved')
  expect(await storedWith(page, segue, ticket, 'Sent before the copies')).toHaveLength(1)
})

test('[T11] replies written offline wait and are sent once and in their order when the connection is back', async ({
  page,
  segue,
  context,
}) => {
  const { ticket, reply, thread } = await openTicket(page, segue, 'Offline reply')
  await expect(thread.getByText('It wobbles since Monday.')).toBeVisible()
  await reply.fill('Offline one')
  await context.setOffline(true)
  await page.keyboard.press('Control+Enter')
  await reply.fill('Offline two')
  await page.keyboard.press('Control+Enter')
  await expect(thread.getByText('Waiting for a connection. It is sent by itself.').first()).toBeVisible()
  await page.waitForTimeout(6000)
  await context.setOffline(false)
  await expect.poll(() => storedWith(page, segue, ticket, 'Offline')).toEqual(['Offline one', 'Offline two'])
  await expect(thread.getByText('Waiting for a connection. It is sent by itself.')).toHaveCount(0)
  await expect(thread.getByText('Offline one')).toHaveCount(1)
})

test('[T5] a message that arrived while a reply was written is shown before it is sent: read it first, or send anyway', async ({
  page,
  secondPage: colleague,
  segue,
}) => {
  const { ticket, open, reply } = await openTicket(page, segue, 'Two write at once')
  await reply.fill('My answer')
  await openDesk(colleague, segue, memberOf(segue, 'agent'))
  const write = async (body: string) => {
    const sent = await colleague.request.post(`${segue.url}/api/tickets/${ticket.id}/messages`, {
      headers: headers(segue),
      data: { id: crypto.randomUUID(), body, visibility: 'note' },
    })
    expect(sent.status()).toBe(201)
  }
  await write('I am calling them now\nSecond line')
  await expect(open.getByRole('log').getByText('I am calling them now')).toBeVisible()
  await reply.press('Control+Enter')
  const notice = open.getByRole('alertdialog', { name: 'A new message arrived while you wrote' })
  await expect(notice).toContainText('I am calling them now')
  await expect(notice.getByRole('button', { name: 'Read it first' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notice).toHaveCount(0)
  await expect(open.getByRole('log').getByRole('article').filter({ hasText: 'I am calling' })).toBeFocused()
  await expect(reply).toHaveValue('My answer')

  await write('They hung up')
  await expect(open.getByRole('log').getByText('They hung up')).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.press('Control+Enter')
  await expect(notice).toContainText('They hung up')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => storedWith(page, segue, ticket, 'My answer')).toHaveLength(1)
})

test('[T5] @ in a note lists members while typing, Enter inserts one, and the mention is marked in the thread', async ({
  page,
  segue,
}) => {
  const { open, reply, thread } = await openTicket(page, segue, 'Mention ticket')
  await reply.fill('@Pri')
  await expect(open.getByRole('listbox', { name: 'Members and teams' })).toHaveCount(0)
  await reply.fill('')
  await open.getByRole('region', { name: 'Conversation' }).focus()
  await page.keyboard.press('n')
  const note = open.getByRole('textbox', { name: 'Internal note' })
  await note.pressSequentially('Please ask @Pri')
  const list = open.getByRole('listbox', { name: 'Members and teams' })
  await expect(list.getByRole('option', { name: 'Priya Nair' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(note).toHaveValue('Please ask @Priya Nair ')
  await page.keyboard.type('about it')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(thread.locator('mark')).toHaveText('@Priya Nair')
})

test('[T9] a macro without a text is applied when it is chosen: the rest of what is typed stays', async ({
  page,
  segue,
}) => {
  const { ticket, open, reply } = await openTicket(page, segue, 'Macro at once')
  const made = await page.request.post(`${segue.url}/api/macros`, {
    headers: headers(segue),
    data: {
      id: crypto.randomUUID(),
      name: 'Park it',
      actions: [
        { type: 'add_tag', tag: 'parked' },
        { type: 'snooze', until: 'tomorrow' },
      ],
      isShared: true,
    },
  })
  expect(made.status()).toBe(201)
  await page.reload()
  await reply.pressSequentially('Soon. /park')
  await expect(open.getByText('Snooze: Tomorrow')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(reply).toHaveValue('Soon. ')
  await expect(page.getByText('Park it was applied.')).toBeVisible()
  await expect(open.getByText(/Snoozed until/).first()).toBeVisible()
  expect((await readTicket(page, segue, ticket.id)).ticket.tags).toEqual(['parked'])
})

test('[T5] without a key the composer lists the sources for the customer’s words and inserts one; the AI menu says what it needs', async ({
  page,
  segue,
}) => {
  const { open, reply } = await openTicket(page, segue, 'Which sources are there')
  await open.getByRole('button', { name: 'Sources for this reply' }).click()
  const sources = open.getByRole('region', { name: 'Sources for this reply' })
  await expect(sources.getByText(/Your knowledge says nothing|./).first()).toBeVisible()
  const insert = sources.getByRole('button', { name: 'Insert', exact: true }).first()
  if (await insert.isVisible()) {
    await insert.click()
    await expect(reply).not.toHaveValue('')
  }
  await open.getByRole('button', { name: 'Write with AI' }).click()
  await expect(page.getByText('Writing with AI needs the key of an AI provider.')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('[T11] a picture opens in full size, Escape closes it and the focus is back; a macro without a text is undone from its toast', async ({
  page,
  segue,
}, info) => {
  const { ticket, open, reply, thread } = await openTicket(page, segue, 'Pictured')
  await open
    .locator('input[type=file]')
    .setInputFiles([{ name: 'wheel.png', mimeType: 'image/png', buffer: await page.screenshot() }])
  await expect(open.getByRole('button', { name: 'Remove wheel.png' })).toBeVisible()
  await reply.fill('Like this?')
  await reply.press('Control+Enter')
  await expect.poll(() => storedWith(page, segue, ticket, 'Like this')).toHaveLength(1)
  await expect(thread.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const small = thread.getByRole('button', { name: 'Open wheel.png' })
  await small.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'wheel.png' })
  const full = dialog.getByRole('img', { name: 'wheel.png' })
  await expect(full).toBeVisible()
  await expect.poll(() => full.evaluate((image: HTMLImageElement) => image.width)).toBe(1440)
  await picture(page, info, 'full-size')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(small).toBeFocused()

  const name = `Raise ${ticket.number}`
  const made = await page.request.post(`${segue.url}/api/macros`, {
    headers: headers(segue),
    data: {
      id: crypto.randomUUID(),
      name,
      body: '',
      actions: [{ type: 'set_priority', priority: 'urgent' }],
      isShared: false,
    },
  })
  expect(made.status()).toBe(201)
  await page.reload()
  await reply.focus()
  await page.keyboard.type(`/${name}`)
  await open.getByRole('option', { name }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readTicket(page, segue, ticket.id)).ticket.priority).toBe('urgent')
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await readTicket(page, segue, ticket.id)).ticket.priority).toBe('medium')
})
