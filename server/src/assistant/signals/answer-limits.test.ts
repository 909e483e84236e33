import { describe, expect, it } from 'vitest'
import { analyseMessage } from '#server/language/service.ts'
import { limitsOf, type Reader } from './answer-limits.ts'

const NOBODY: Reader = { isExpert: false, style: null }
const limits = (text: string, reader: Reader = NOBODY) => limitsOf(analyseMessage(text), reader)

describe('the analysis of a message and its answer’s limits', () => {
  it('[H4] detects urgency by whole words, in four languages', () => {
    for (const text of [
      'This is urgent',
      'I need it asap',
      'The site is down!',
      'es urgente',
      'c’est en panne',
      'Es ist dringend',
    ])
      expect(analyseMessage(text).urgency, text).toBe('high')
    for (const text of [
      'Where can I download the invoice?',
      'A breakdown of costs',
      'Is it robust?',
      'Wo ist die Kaputze?',
    ])
      expect(analyseMessage(text).urgency, text).toBe('low')
    expect(analyseMessage('Will it arrive today?').urgency).toBe('medium')
  })

  it('[H4] detects complexity by keywords, length and number of questions', () => {
    expect(analyseMessage('When are you open?').complexity).toBe('low')
    expect(analyseMessage('I would like to know until when I may send my new bicycle back').complexity).toBe('medium')
    expect(analyseMessage('How do I configure the webhook?').complexity).toBe('high')
    expect(analyseMessage('What? Where? And how?').complexity).toBe('high')
    expect(analyseMessage('word '.repeat(61)).complexity).toBe('high')
    expect(analyseMessage('¿Cómo puedo configurar esto?').complexity).toBe('high')
  })

  it('[H4] detects the tone', () => {
    expect(analyseMessage('This is ridiculous, I am fed up').tone).toBe('frustrated')
    expect(analyseMessage('I do not understand the invoice').tone).toBe('confused')
    expect(analyseMessage('Thanks, that was great').tone).toBe('positive')
    expect(analyseMessage('When are you open?').tone).toBe('neutral')
  })

  it('[H4] sizes the answer: base 150, detailed 300, quick 100, complex +100, urgent at most 200, never over 400', () => {
    expect(limits('How long may I wait until I send my things back?').maxTokens).toBe(150)
    expect(limits('Please explain how I may send my things back').maxTokens).toBe(300)
    expect(limits('Briefly: when are you open?').maxTokens).toBe(100)
    expect(limits('How do I configure the webhook?').maxTokens).toBe(250)
    expect(limits('Explain in detail how to configure the webhook').maxTokens).toBe(400)
    expect(limits('Urgent: explain in detail how to configure the webhook').maxTokens).toBe(200)
    expect(limits('When are you open?', { isExpert: false, style: 'detailed' }).maxTokens).toBe(300)
    expect(limits('When are you open?', { isExpert: false, style: 'concise' }).maxTokens).toBe(100)
  })

  it('[H4] sets the temperature: 0.3 for experts and complex questions, 0.5 for the frustrated, else 0.7', () => {
    expect(limits('When are you open?').temperature).toBe(0.7)
    expect(limits('This is ridiculous, when are you open?').temperature).toBe(0.5)
    expect(limits('How do I configure the webhook?').temperature).toBe(0.3)
    expect(limits('When are you open?', { isExpert: true, style: null }).temperature).toBe(0.3)
  })
})
