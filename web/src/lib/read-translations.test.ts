import { expect, it } from 'vitest'
import type { MessageTranslation } from '#contracts/assistant/message-translation.ts'
import type { MessageId } from '#contracts/ids.ts'
import { readTranslations } from './read-translations.ts'

const one = (id: string, body: string | null = null): MessageTranslation => ({
  messageId: id as MessageId,
  from: 'de',
  body,
})
const pages = {
  '': { items: [one('c')], firstSeq: 201, olderCursor: '200' },
  '200': { items: [one('b')], firstSeq: 101, olderCursor: '100' },
  '100': { items: [one('a')], firstSeq: 1, olderCursor: null },
}
type Cursor = keyof typeof pages

/** Reads from the pages above, and notes which. */
function withPages() {
  const asked: string[] = []
  const read = async (cursor: string | undefined) => {
    asked.push(cursor ?? '')
    return pages[(cursor ?? '') as Cursor]
  }
  return { asked, read }
}

it('[U12] translations are read as far back as the messages are loaded, each older page once', async () => {
  const { asked, read } = withPages()
  const first = await readTranslations(null, 201, read)
  expect(asked).toEqual([''])
  const further = await readTranslations(first, 101, read)
  expect(asked).toEqual(['', '', '200'])
  const whole = await readTranslations(further, 1, read)
  expect(asked).toEqual(['', '', '200', '', '100'])
  expect(whole.items.map(({ messageId }) => messageId).sort()).toEqual(['a', 'b', 'c'])
})

it('[U12] a translation that is shown stays, when a page that was read before it arrives', async () => {
  const known = { items: [one('c', 'Hello')], firstSeq: 201, olderCursor: '200' }
  const { items } = await readTranslations(known, 201, withPages().read)
  expect(items).toEqual([one('c', 'Hello')])
})
