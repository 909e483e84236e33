import { describe, expect, it } from 'vitest'
import { extractQuestions } from './help-page.ts'

const page = (body: string, head = '') =>
  `<!doctype html><html><head><title>Help</title>${head}</head><body>${body}</body></html>`

describe('questions extracted from a help page', () => {
  it('[K6] are those of its FAQPage data, if it has any', async () => {
    const declared = {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'FAQPage',
          mainEntity: [
            {
              '@type': 'Question',
              name: 'How  long?',
              acceptedAnswer: { '@type': 'Answer', text: '<p>Two <b>days</b>.</p>' },
            },
            { '@type': 'Question', name: 'Empty?', acceptedAnswer: { '@type': 'Answer', text: '<p> </p>' } },
          ],
        },
      ],
    }
    const head = `<script type="application/ld+json">${JSON.stringify(declared)}</script><script type="application/ld+json">{broken</script>`
    expect(await extractQuestions(page('<h2>Something else?</h2><p>x</p>', head))).toEqual([
      { question: 'How long?', answer: 'Two **days**.' },
    ])
  })

  it('[K6] are its details elements, or its definition lists', async () => {
    expect(
      await extractQuestions(page('<details><summary>Where?</summary><ul><li>Here</li><li>There</li></ul></details>')),
    ).toEqual([{ question: 'Where?', answer: '-   Here\n-   There' }])
    expect(await extractQuestions(page('<dl><dt>Who?</dt><dd>We.</dd><dd>You.</dd><dt>Nobody?</dt></dl>'))).toEqual([
      { question: 'Who?', answer: 'We.You.' },
    ])
  })

  it('[K6] are headings with a question mark and the text under them, without menus and scripts', async () => {
    const body = `<nav><h2>Menu?</h2><p>no</p></nav><main><h1>Help</h1><p>Welcome.</p>
      <div><h2>Can I pay later?</h2><div><p>Yes, see <a href="https://a.example/terms">our terms</a>.</p><script>alert(1)</script></div></div>
      <section><h3>¿Y en español?</h3><p>También.</p></section><h2>About us</h2><p>We are old.</p></main>`
    expect(await extractQuestions(page(body))).toEqual([
      { question: 'Can I pay later?', answer: 'Yes, see [our terms](https://a.example/terms).' },
      { question: '¿Y en español?', answer: 'También.' },
    ])
    expect(await extractQuestions(page('<h2>Returns</h2><p>45 days.</p>'))).toEqual([
      { question: 'Returns', answer: '45 days.' },
    ])
    expect(await extractQuestions(page('<div id="app"></div>'))).toEqual([])
  })
})
