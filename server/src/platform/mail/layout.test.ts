import { describe, expect, it } from 'vitest'
import { BRAND_COLOR, type MailContent, mailText } from './layout.ts'

const content: MailContent = {
  sender: { name: 'Segue', color: BRAND_COLOR },
  title: 'Titre',
  lead: '',
  entries: [{ label: 'Un <ticket>', url: 'https://segue.example/admin?section=tickets&ticket=1' }],
  facts: [{ label: 'Portail', value: 'https://segue.example/customer?tenant=a&utm_source=email', isLink: true }],
  quote: null,
  action: null,
  reason: 'Raison',
  language: 'fr',
}

describe('a mail', () => {
  it('[V1] links what it lists, escaped, and has the address under each in its plain text', () => {
    const { html, text } = mailText('Sujet', content)
    expect(html).toContain('href="https://segue.example/admin?section=tickets&amp;ticket=1"')
    expect(html).toContain('>Un &lt;ticket&gt;</a>')
    expect(html).toContain('href="https://segue.example/customer?tenant=a&amp;utm_source=email"')
    expect(html).not.toContain('<p style="margin:0 0 20px"></p>')
    expect(text).toContain('Un <ticket>\nhttps://segue.example/admin?section=tickets&ticket=1')
  })

  it('[V1] in French has a space before the colon of a line, in other languages none', () => {
    expect(mailText('Sujet', content).text).toContain('Portail\u00a0: https://segue.example/customer')
    expect(mailText('Betreff', { ...content, language: 'de' }).text).toContain(
      'Portail: https://segue.example/customer',
    )
  })
})
