import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFrontPage } from '#contracts/signup/front-page.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

let h: Harness
beforeAll(async () => {
  // Of its own database: the figure is of all businesses.
  h = await startHarness({ env: { CONTACT_EMAIL: 'hello@example.com' } })
})
afterAll(() => h.stop())

/** A business with so many chats. */
async function businessWithChats(harness: Harness, chats: number, handedOver: number, isDemo = false): Promise<void> {
  const { tenant } = await harness.tenant()
  await queryAsOwner(
    harness.database.ownerUrl,
    `WITH marked AS (UPDATE tenant SET is_demo = $4 WHERE id = $1 RETURNING id)
     INSERT INTO tenant_tally (tenant_id, chats, chats_handed_over) SELECT id, $2, $3 FROM marked`,
    [tenant.id, chats, handedOver, isDemo],
  )
}

const answered = async () => (await h.visitor().call(getFrontPage, {})).answered

it('[X1] the landing page has the share of chats that went to no person from 1,000 chats of ten businesses on, without the demos', async () => {
  for (let business = 1; business <= 9; business += 1) await businessWithChats(h, 200, 20)
  expect(await answered()).toBeNull()
  await businessWithChats(h, 5000, 5000, true)
  expect(await answered()).toBeNull()
  await businessWithChats(h, 200, 20)
  expect(await answered()).toEqual({ share: 0.9, chats: 2000, businesses: 10 })
})

it('[X1] few chats of many businesses are no figure', async () => {
  const few = await startHarness({ env: { CONTACT_EMAIL: 'hello@example.com' } })
  try {
    for (let business = 1; business <= 11; business += 1) await businessWithChats(few, 50, 5)
    expect((await few.visitor().call(getFrontPage, {})).answered).toBeNull()
  } finally {
    await few.stop()
  }
})
