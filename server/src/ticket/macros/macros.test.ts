import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MacroId } from '#contracts/ids.ts'
import { changeMacro, createMacro, deleteMacro, listMacros } from '#contracts/ticket/macro.ts'
import { measureRequest } from '#test/database-use.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as MacroId

async function withTeam() {
  const acme = await h.tenant()
  const [admin, ann, bob] = [
    await h.member(acme, 'admin'),
    await h.member(acme, 'agent', 'Ann'),
    await h.member(acme, 'agent', 'Bob'),
  ]
  return { admin, ann, bob }
}

const content = { body: 'Hi {{customer.first_name|there}}', actions: [], isShared: false }

describe('[T9] macros', () => {
  it('of a member are seen and changed by nobody else, shared ones are seen and changed by all', async () => {
    const { admin, ann, bob } = await withTeam()
    const [own, shared] = [newId(), newId()]
    await ann.call(createMacro, { body: { ...content, id: own, name: 'Greeting' } })
    await admin.call(createMacro, { body: { ...content, id: shared, name: 'Refund', isShared: true } })
    const namesOf = async (who: typeof ann) => (await who.call(listMacros)).items.map(({ name }) => name)
    expect([await namesOf(ann), await namesOf(bob), await namesOf(admin)]).toEqual([
      ['Greeting', 'Refund'],
      ['Refund'],
      ['Refund'],
    ])
    const change = { ...content, name: 'Mine', version: 1 }
    const refused = await Promise.all([
      bob.fail(changeMacro, { params: { macroId: own }, body: change }),
      admin.fail(deleteMacro, { params: { macroId: own } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([404, 404])
    await bob.call(changeMacro, { params: { macroId: shared }, body: { ...change, name: 'Refunds', isShared: true } })
    await ann.call(deleteMacro, { params: { macroId: own } })
    expect(await namesOf(ann)).toEqual(['Refunds'])
  })

  it('with an unknown variable are refused by its name, in the text of a note too, and so is an empty one', async () => {
    const { ann } = await withTeam()
    const make = (given: object) => ann.fail(createMacro, { body: { ...content, id: newId(), name: 'N', ...given } })
    const refused = [
      await make({ body: 'Hi {{customer.nmae}}' }),
      await make({ body: '', actions: [{ type: 'add_note', body: '{{handlebars}}' }] }),
      await make({ body: '' }),
    ]
    expect(refused.map(({ status, error }) => [status, error.fields?.['body.body']])).toEqual([
      [400, expect.stringMatching(/^\{\{customer\.nmae\}\} is no variable.*\{\{customer\.name\}\}/)],
      [400, expect.stringContaining('{{handlebars}}')],
      [400, expect.stringContaining('text or an action')],
    ])
  })

  it('that two members change at once: the second gets the current one; a name is used once', async () => {
    const { admin, ann } = await withTeam()
    const id = newId()
    const shared = { ...content, isShared: true }
    await admin.call(createMacro, { body: { ...shared, id, name: 'Refund' } })
    const params = { macroId: id }
    await admin.call(changeMacro, { params, body: { ...shared, name: 'Refunds', version: 1 } })
    const late = await admin.fail(changeMacro, { params, body: { ...shared, name: 'Money back', version: 1 } })
    expect([late.status, late.error.reason, (late.error.current as { name: string }).name]).toEqual([
      409,
      'version',
      'Refunds',
    ])
    const same = await admin.fail(createMacro, { body: { ...shared, id: newId(), name: 'REFUNDS' } })
    expect([same.status, same.error.reason]).toEqual([409, 'name_taken'])
    // A member's own may have the name of a shared one.
    await ann.call(createMacro, { body: { ...content, id: newId(), name: 'Refunds' } })
  })

  it('are listed with one statement', async () => {
    const { ann } = await withTeam()
    const use = await measureRequest(() => ann.call(listMacros))
    expect([use.commits, use.statements <= 2]).toEqual([0, true])
  })
})
