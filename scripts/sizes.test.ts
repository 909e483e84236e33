import { describe, expect, it } from 'vitest'
import { type Manifest, weighPages } from './sizes.ts'

const manifest: Manifest = {
  'portal.html': { file: 'portal.js', imports: ['shared'], dynamicImports: ['src/portal/chat/chat.ts'] },
  'sign-in.html': { file: 'sign-in.js', imports: ['shared'] },
  'desk.html': { file: 'desk.js', imports: ['shared', 'kit'], dynamicImports: ['src/admin/tickets/section.tsx'] },
  'src/admin/upcoming/section.tsx': { file: 'upcoming.js', imports: ['kit'] },
  'src/admin/tickets/section.tsx': { file: 'tickets.js', imports: ['shared', 'list'] },
  'src/portal/chat/chat.ts': { file: 'chat.js', imports: ['shared'] },
  shared: { file: 'shared.js' },
  kit: { file: 'kit.js' },
  list: { file: 'list.js' },
}
const sizes: Record<string, number> = { 'shared.js': 70, 'kit.js': 90, 'tickets.js': 10, 'list.js': 5 }

async function overOf(changed: { manifest?: Manifest; sizes?: Record<string, number> }): Promise<string[]> {
  const weigh = async (file: string) => ({ ...sizes, ...changed.sizes })[file] ?? 1
  const weights = await weighPages({ ...manifest, ...changed.manifest }, weigh)
  return weights.filter(({ isOver }) => isOver).map(({ name, kB }) => `${name.trim()}: ${kB}`)
}

describe('the budgets of the pages', () => {
  it('hold for pages below them', async () => {
    expect(await overOf({})).toEqual([])
  })

  it('count what a page imports, and once what two chunks share', async () => {
    expect(await overOf({ sizes: { 'kit.js': 100 } })).toEqual([
      'desk.html: 171',
      'desk.html with src/admin/upcoming/section.tsx: 172',
      'desk.html with src/admin/tickets/section.tsx: 186',
    ])
  })

  it('hold for a section that is loaded later', async () => {
    expect(await overOf({ sizes: { 'list.js': 46 } })).toEqual([
      'desk.html with src/admin/tickets/section.tsx: 217',
      'src/admin/tickets/section.tsx: 56',
    ])
  })

  it('refuse a portal page that loads the chat at its start', async () => {
    const portal = { file: 'portal.js', imports: ['shared', 'src/portal/chat/chat.ts'] }
    expect(await overOf({ manifest: { 'portal.html': portal } })).toEqual([
      'portal.html loads src/portal/chat/chat.ts: 1',
    ])
  })

  it('fail for a build without one of the pages', async () => {
    await expect(overOf({ manifest: { 'desk.html': undefined as never } })).rejects.toThrow(
      'the build has no desk.html',
    )
  })
})
