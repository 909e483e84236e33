import { describe, expect, it } from 'vitest'
import { type Manifest, weighPages } from './sizes.ts'

const chat = 'src/portal/chat/chat.ts'
const chatWindow = 'src/portal/chat/chat-window.tsx'
const manifest: Manifest = {
  'portal.html': { file: 'portal.js', imports: ['shared'], dynamicImports: [chat, chatWindow] },
  'sign-in.html': { file: 'sign-in.js', imports: ['shared'] },
  'front.html': { file: 'sign-in.js', imports: ['shared'] },
  'desk.html': { file: 'desk.js', imports: ['shared', 'kit'], dynamicImports: ['src/admin/tickets/section.tsx'] },
  'src/admin/tickets/section.tsx': {
    file: 'tickets.js',
    imports: ['shared', 'list'],
    dynamicImports: ['src/admin/tickets/ticket.tsx'],
  },
  'src/admin/tickets/ticket.tsx': {
    file: 'ticket.js',
    imports: ['list'],
    dynamicImports: ['src/admin/tickets/panel/panel.tsx', 'src/kit/markdown/markdown.tsx'],
  },
  'src/admin/tickets/panel/panel.tsx': { file: 'panel.js', imports: ['kit'] },
  'src/kit/markdown/markdown.tsx': { file: 'markdown.js' },
  [chat]: { file: 'chat.js', imports: ['shared'] },
  [chatWindow]: { file: 'chat-window.js', imports: ['shared'] },
  shared: { file: 'shared.js' },
  kit: { file: 'kit.js' },
  list: { file: 'list.js' },
}
const PAGES = Object.keys(manifest).filter((key) => key.endsWith('.html'))
const sizes: Record<string, number> = { 'shared.js': 70, 'kit.js': 80, 'tickets.js': 10, 'list.js': 5, 'ticket.js': 30 }
const TICKETS = 'desk.html with src/admin/tickets/section.tsx'

async function overOf(changed: { manifest?: Manifest; sizes?: Record<string, number> }): Promise<string[]> {
  const weigh = async (file: string) => ({ ...sizes, ...changed.sizes })[file] ?? 1
  const weights = await weighPages({ ...manifest, ...changed.manifest }, PAGES, weigh)
  return weights.filter(({ isOver }) => isOver).map(({ name, kB }) => `${name.trim()}: ${kB}`)
}

describe('the budgets of the pages', () => {
  it('hold for pages below them', async () => {
    expect(await overOf({})).toEqual([])
  })

  it('fail for a page that runs another page, also when a later part of it does', async () => {
    const later = { file: 'chat.js', imports: ['desk.html'] }
    expect(await overOf({ manifest: { [chat]: later } })).toContain('portal.html runs desk.html: 0')
  })

  it('count what a page imports, and once what two chunks share', async () => {
    expect(await overOf({ sizes: { 'kit.js': 100 } })).toEqual([
      'desk.html: 171',
      `${TICKETS}: 186`,
      `${TICKETS} and the code of a ticket: 216`,
    ])
  })

  it('hold for a section that is loaded later', async () => {
    expect(await overOf({ sizes: { 'list.js': 46 } })).toEqual([
      `${TICKETS}: 207`,
      `${TICKETS} and the code of a ticket: 237`,
      `${TICKETS} and an open ticket: 239`,
      'src/admin/tickets/section.tsx: 56',
    ])
  })

  it('hold for a part that a later part loads, without what is loaded already', async () => {
    expect(await overOf({ sizes: { 'panel.js': 46 } })).toEqual([
      `${TICKETS} and an open ticket: 243`,
      'src/admin/tickets/panel/panel.tsx: 46',
    ])
  })

  it('refuse a portal page that loads the chat at its start', async () => {
    const portal = { file: 'portal.js', imports: ['shared', chat], dynamicImports: [chatWindow] }
    expect(await overOf({ manifest: { 'portal.html': portal } })).toEqual([`portal.html holds ${chat}: 0`])
  })

  it('refuse a build whose chat is no chunk of its own, because it is merged into the page', async () => {
    expect(await overOf({ manifest: { [chat]: undefined as never } })).toEqual([`portal.html holds ${chat}: 0`])
  })

  it('fail for a build without one of the pages', async () => {
    await expect(overOf({ manifest: { 'desk.html': undefined as never } })).rejects.toThrow(
      'the build has no desk.html',
    )
  })
})
