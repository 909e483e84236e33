import { describe, expect, it } from 'vitest'
import { longHtmlToMarkdown } from './markdown-thread.ts'

/** How often the process did something else meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isOver = true
  return turns
}

describe('a long HTML as Markdown', () => {
  it('[D5] is converted while requests go on, with the same text', async () => {
    const html = '<h2>Care</h2><p>Keep <b>dry</b> and <a href="https://shop.example">warm</a>.</p>'.repeat(5000)
    // What the conversion needs is loaded by the first.
    await longHtmlToMarkdown('<p>short</p>')
    let markdown = ''
    const turns = await turnsDuring(async () => {
      markdown = await longHtmlToMarkdown(html)
    })
    expect(turns).toBeGreaterThan(20)
    expect(markdown.split('\n\n').slice(0, 2)).toEqual(['## Care', 'Keep **dry** and [warm](https://shop.example).'])
    expect(markdown.match(/## Care/g)).toHaveLength(5000)
  })

  it('[D5] that is nested without end is refused', async () => {
    const html = '<div>'.repeat(5000) + 'x'.repeat(20_000)
    await expect(longHtmlToMarkdown(html)).rejects.toMatchObject({ reason: 'damaged' })
  })
})
