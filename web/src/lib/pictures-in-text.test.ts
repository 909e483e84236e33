import { describe, expect, it } from 'vitest'
import type { FileView } from '#contracts/conversation/file.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import { piecesOf, placesOf, repeatedIn } from './pictures-in-text.ts'

const file = (id: string, given: Partial<FileView> = {}): FileView =>
  ({ id, name: `${id}.png`, mime: 'image/png', size: 10, isImage: true, ...given }) as FileView

const message = (body: string, attachments: FileView[], author: MessageView['author'] = 'customer') =>
  ({ author, body, attachments }) as MessageView

describe('the pictures in the text of a mail', () => {
  it('[V3] stand at the places of their words, each as often as these do', () => {
    const lamp = file('lamp', { placeholder: '[Lamp (1*)]' })
    const files = [lamp, file('other', { placeholder: '[Lamp]' }), file('bill')]
    expect(piecesOf('[Lamp (1*)] and\n[Lamp (1*)].', files)).toEqual([
      { at: 0, piece: lamp },
      { at: 11, piece: ' and\n' },
      { at: 16, piece: lamp },
      { at: 27, piece: '.' },
    ])
    expect(piecesOf('[bill.png]', files)).toEqual([{ at: 0, piece: '[bill.png]' }])
  })

  it('[V3] that a mail names thousands of times are shown fifty times, then their words', () => {
    const lamp = file('lamp', { placeholder: '[Lamp]' })
    const pieces = piecesOf('[Lamp]'.repeat(3000), [lamp]).map(({ piece }) => piece)
    expect(pieces.slice(0, 50).every((piece) => piece === lamp)).toBe(true)
    expect(pieces.slice(50).every((piece) => piece === '[Lamp]')).toBe(true)
  })

  it('[V3] are not below it; what is no picture, or came without a place, is', () => {
    const inText = file('lamp', { placeholder: '[Lamp]' })
    const folded = file('logo', { placeholder: '[Logo]' })
    const below = [file('drawing', { placeholder: '[Drawing]', isImage: false }), file('bill')]
    const attachments = [inText, folded, ...below]
    expect(placesOf(message('See [Lamp] and [Drawing]', attachments))).toEqual({
      inText: [inText],
      folded: [folded],
      below,
    })
    expect(placesOf(message('See [Lamp]', attachments, 'member')).below).toEqual(attachments)
  })

  it('[V3] that an earlier message shows too are known as repeated', () => {
    const logo = (id: string, size = 10) => file(id, { name: 'logo.png', size, placeholder: '[Logo]' })
    const messages = [
      message('A [Logo]', [logo('one')]),
      message('B [Logo]', [logo('two')]),
      message('C [Logo]', [logo('three', 11)]),
    ]
    expect([...repeatedIn(messages)]).toEqual(['two'])
  })
})
