import { describe, expect, it } from 'vitest'
import { type Edit, link, prefixLines, type Selection, wrap } from './markdown-edits.ts'

/** The text after an edit, with the selection in square brackets. */
const after = ({ text }: Selection, { from, to, insert, start, end }: Edit) => {
  const next = text.slice(0, from) + insert + text.slice(to)
  return `${next.slice(0, start)}[${next.slice(start, end)}]${next.slice(end)}`
}
/** A text whose selection is in square brackets. */
const selected = (marked: string): Selection => {
  const [before = '', inside = '', rest = ''] = marked.split(/[[\]]/)
  return { text: before + inside + rest, start: before.length, end: before.length + inside.length }
}
const done = (marked: string, edit: (selection: Selection) => Edit) => after(selected(marked), edit(selected(marked)))

describe('the buttons above an article', () => {
  it('put marks around words and take them away again; an empty selection gets a placeholder', () => {
    expect(done('a [b] c', (on) => wrap(on, '**', 'bold'))).toBe('a **[b]** c')
    expect(done('a **[b]** c', (on) => wrap(on, '**', 'bold'))).toBe('a [b] c')
    expect(done('a [] c', (on) => wrap(on, '_', 'italic'))).toBe('a _[italic]_ c')
  })

  it('mark whole lines, number them, change one mark for another, and take marks away', () => {
    expect(done('one\ntw[o\nth]ree\nfour', (on) => prefixLines(on, '- '))).toBe('one\n[- two\n- three]\nfour')
    expect(done('[- a\n- b]', (on) => prefixLines(on, 'numbered'))).toBe('[1. a\n2. b]')
    expect(done('[1. a\n2. b]', (on) => prefixLines(on, 'numbered'))).toBe('[a\nb]')
    expect(done('tit[]le', (on) => prefixLines(on, '## '))).toBe('[## title]')
    expect(done('[## title]', (on) => prefixLines(on, '## '))).toBe('[title]')
  })

  it('make a link of words, of nothing and of an address', () => {
    expect(done('see [our page]', (on) => link(on, 'text'))).toBe('see [our page]([https://])'.replace('[our', '[our'))
    expect(link(selected('[https://shop.example/a]'), 'text')).toMatchObject({
      insert: '[text](https://shop.example/a)',
    })
    expect(link(selected('[]'), 'text')).toMatchObject({ insert: '[text](https://)', start: 7, end: 15 })
  })
})
