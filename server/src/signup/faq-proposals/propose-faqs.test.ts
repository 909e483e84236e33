import { describe, expect, it } from 'vitest'
import { proposeFaqs } from './propose-faqs.ts'

const asRecord = (text: string) =>
  Object.fromEntries(proposeFaqs(text).map(({ question, answer }) => [question, answer]))

describe('the questions proposed from a text', () => {
  it('are the questions that the text asks itself, on lines of their own or before their answer, with every paragraph of the answer', () => {
    const text = [
      'Q: Do you ship abroad?',
      'A: Yes, to all of Europe.',
      'It takes five days.',
      '',
      'Norway takes a week longer.',
      '',
      '## Is the coffee organic?',
      '',
      'All of it is certified.',
      '',
      'What do I do with a broken grinder? Send us a photo, and we repair it.',
    ]
    expect(proposeFaqs(text.join('\r\n'))).toEqual([
      {
        question: 'Do you ship abroad?',
        answer: 'Yes, to all of Europe.\nIt takes five days.\n\nNorway takes a week longer.',
      },
      { question: 'Is the coffee organic?', answer: 'All of it is certified.' },
      { question: 'What do I do with a broken grinder?', answer: 'Send us a photo, and we repair it.' },
    ])
  })

  it('are in prose one for each topic that customers ask about, worded as they ask, with the sentences about it', () => {
    const found = asRecord(`Welcome to the Lantern

We are a small cinema in the old fire station. It has two screens.

We open Thursday to Sunday at 17.00. Tickets cost £8, e.g. for a child £5. You can pay by card or cash.
If you can't come, cancel up to an hour before. Otherwise we charge the ticket.`)
    expect(found).toEqual({
      'What do you offer?': 'We are a small cinema in the old fire station. It has two screens.',
      'When are you open?': 'We open Thursday to Sunday at 17.00.',
      'What does it cost?': 'Tickets cost £8, e.g. for a child £5.',
      'How can I pay?': 'You can pay by card or cash.',
      'Can I cancel?': "If you can't come, cancel up to an hour before. Otherwise we charge the ticket.",
    })
  })

  it.each([
    [
      'Öffnungszeiten:\nMontag bis Freitag 9–18 Uhr\nSamstag 10–14 Uhr\n\nSie finden uns am Markt 3, z. B. mit der Linie 5.',
      {
        'Wann haben Sie geöffnet?': 'Montag bis Freitag 9–18 Uhr\nSamstag 10–14 Uhr',
        'Wo finde ich Sie?': 'Sie finden uns am Markt 3, z. B. mit der Linie 5.',
      },
    ],
    [
      'Nous livrons à Lyon du mardi au samedi. La livraison coûte 4 €.\n\nVous pouvez annuler jusqu’à la veille.',
      {
        'Comment se passe la livraison ?': 'Nous livrons à Lyon du mardi au samedi. La livraison coûte 4 €.',
        'Puis-je annuler ?': 'Vous pouvez annuler jusqu’à la veille.',
      },
    ],
    [
      '## Reservas y cancelaciones\nReserva tu plaza en la web. Puedes cancelar hasta seis horas antes.\n\n¿Necesito experiencia? No, empezamos desde cero.',
      {
        '¿Necesito experiencia?': 'No, empezamos desde cero.',
        '¿Cómo puedo reservar o pedir cita?': 'Reserva tu plaza en la web.',
        '¿Puedo cancelar?': 'Puedes cancelar hasta seis horas antes.',
      },
    ],
  ])('are in the language of the text: %s', (text, questions) => {
    expect(asRecord(text)).toEqual(questions)
  })

  it('are the other sections under their headings; a heading that names a topic becomes its question', () => {
    const text =
      '# Copper & Corn\n\n## Returns\n\n- 30 days\n- unused\n\n## Caring for pans\n\nNever in the dishwasher. Polish with salt.'
    expect(asRecord(text)).toEqual({
      'Can I return or exchange something?': '- 30 days\n- unused',
      'What should I know about “Caring for pans”?': 'Never in the dishwasher. Polish with salt.',
    })
  })

  it('leave out menus, notices, invitations and what says nothing', () => {
    const text = `[Home](/) [Shop](/shop)

Ready to start?
Order now!

Still hungry? Come and see us.

Contact us!

© 2026 The Lantern. All rights reserved.`
    expect(proposeFaqs(text)).toEqual([])
    expect(proposeFaqs('Just a sentence that goes nowhere.')).toEqual([])
    expect(proposeFaqs('Is there parking?\n')).toEqual([])
  })

  it('are at most ten, each once, and answered in at most 1500 characters', () => {
    const many = Array.from({ length: 14 }, (_, n) => `What is question ${n}?\nAnswer ${n}.`).join('\n\n')
    expect(proposeFaqs(many)).toHaveLength(10)
    expect(proposeFaqs('When is it open?\nAt nine.\n\nWhen is it open?\nAt ten.')).toHaveLength(1)
    const [long] = proposeFaqs(`How is it made?\n${'It is made by people. '.repeat(200)}`)
    expect(long?.answer.length).toBeLessThanOrEqual(1500)
    expect(long?.answer).toMatch(/people\.$/)
  })

  it('are found in hostile text without delay', () => {
    for (const piece of [
      '? ',
      '## ',
      '|',
      'a: ',
      '¿',
      '. ',
      '\n\n- ',
      '**',
      '[](',
      '![',
      'a',
      '1.',
      '[a](b) x',
      'Wir sagen ',
    ]) {
      expect(proposeFaqs(piece.repeat(50_000 / piece.length)).length).toBeLessThanOrEqual(10)
    }
  })
})
