import { describe, expect, it } from 'vitest'
import { proposeFaqs } from './propose-faqs.ts'

describe('the questions proposed from a pasted text', () => {
  it('are its questions and headings with the text under them, and its labelled lines', () => {
    const text = [
      'Delivery: two working days',
      '',
      'Do you ship abroad?',
      'Yes, to all of Europe.',
      'It takes five days.',
      '',
      '## Returns',
      '',
      'Send it back within 30 days.',
    ].join('\n')
    expect(proposeFaqs(text)).toEqual([
      { question: 'Delivery', answer: 'two working days' },
      { question: 'Do you ship abroad?', answer: 'Yes, to all of Europe.\nIt takes five days.' },
      { question: 'Returns', answer: 'Send it back within 30 days.' },
    ])
  })

  it('are at most ten, each once, and none without an answer', () => {
    const many = Array.from({ length: 14 }, (_, n) => `Question ${n}?\nAnswer ${n}.`).join('\n\n')
    expect(proposeFaqs(many)).toHaveLength(10)
    expect(proposeFaqs('Open when?\nAt nine.\n\nOpen when?\nAt ten.')).toHaveLength(1)
    expect(proposeFaqs('Is there parking?\n')).toEqual([])
    expect(proposeFaqs('Just a sentence that goes nowhere.')).toEqual([])
  })
})
