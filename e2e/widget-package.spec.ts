import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { SLUG } from './customer.ts'
import { expectAnswerIn, openShadowRoots, siteWith, watchViolations } from './host-site.ts'
import { expect, test } from './segue.ts'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const run = (...command: string[]) => promisify(execFile)(process.execPath, command, { cwd: at('.') })

/** A shop with as many widgets as the test sets. Its listeners are other functions in every render, as in most applications. */
const SHOP = `
import { loadSegue, type WidgetMessage } from '@segue/widget'
import { SegueWidget, type SegueWidgetProps } from '@segue/widget/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const heard: [string, unknown?][] = []
function Shop(source: { origin: string; tenant: string }) {
  const [widgets, setWidgets] = useState<Partial<SegueWidgetProps>[]>([{}])
  Object.assign(window, { heard, setWidgets, segue: loadSegue(source) })
  const hear = (event: string) => (detail: unknown) => void heard.push([event, detail])
  const onMessage = ({ author }: WidgetMessage) => void heard.push(['message', author])
  return widgets.map((props, index) => (
    <SegueWidget key={index} {...source} {...props} onOpen={hear('open')} onClose={hear('close')} onMessage={onMessage} onIdentity={hear('identity')} />
  ))
}
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<StrictMode><Shop {...(window as unknown as { source: { origin: string; tenant: string } }).source} /></StrictMode>)
`
const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    module: 'nodenext',
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
  },
  files: ['main.tsx'],
}
const VITE = {
  define: { 'process.env.NODE_ENV': '"development"' },
  build: {
    outDir: 'out',
    minify: false,
    lib: { entry: 'main.tsx', name: 'Shop', formats: ['iife'], fileName: 'app' },
  },
}

/** Installs the built package in an application, has its types checked, and gives the application's script, as in development. */
async function buildShop(folder: string): Promise<string> {
  await run('scripts/build-widget-package.mjs')
  mkdirSync(`${folder}/node_modules/@segue`, { recursive: true })
  symlinkSync(at('dist/widget-package'), `${folder}/node_modules/@segue/widget`)
  writeFileSync(`${folder}/package.json`, '{"type":"module"}')
  writeFileSync(`${folder}/main.tsx`, SHOP)
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(TSCONFIG))
  writeFileSync(`${folder}/vite.config.js`, `export default ${JSON.stringify(VITE)}`)
  await run('node_modules/typescript/bin/tsc', '-p', folder)
  await run('node_modules/vite/bin/vite.js', 'build', folder, '--mode', 'development')
  return readFileSync(`${folder}/out/app.iife.js`, 'utf8')
}

type Widget = { position?: 'left'; identity?: string }
type Host = { heard: [string, unknown?][]; setWidgets: (widgets: Widget[]) => void; segue: { toggle: () => void } }
const heard = (page: Page) => page.evaluate(() => (window as unknown as Host).heard)
const show = (page: Page, ...widgets: Widget[]) =>
  page.evaluate((given) => (window as unknown as Host).setWidgets(given), widgets)
const launcher = (page: Page) => page.locator('segue-widget').getByRole('button', { name: / the chat/ })

test('[U10] the React component shows one widget in strict mode, follows its props, reports each event once, and hides it when the last one is gone', async ({
  page,
  segue,
}, info) => {
  // It builds an application.
  test.slow()
  const source = { origin: segue.url, tenant: SLUG }
  const site = await siteWith({
    '/': `<title>Shop</title><body><script>source=${JSON.stringify(source)}</script><script src="/app.js"></script>`,
    '/app.js': await buildShop(info.outputPath('shop')),
  })
  const thrown = watchViolations(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/widget.js')) scripts.push(request.url())
  })
  await openShadowRoots(page)
  await page.goto(site.url)
  await launcher(page).click()
  await expectAnswerIn(page.frameLocator('iframe'))
  await launcher(page).click()
  const visit = await heard(page)
  expect(visit.map(([event]) => event).filter((event) => event !== 'message')).toEqual(['open', 'close'])
  expect(visit.filter(([, detail]) => detail === 'customer')).toEqual([['message', 'customer']])

  const side = async () => ((await launcher(page).boundingBox())?.x === 20 ? 'left' : 'right')
  await show(page, { position: 'left' })
  await expect.poll(side).toBe('left')
  await show(page, { position: 'left' }, {})
  await expect.poll(side).toBe('right')
  await show(page, { position: 'left' })
  await expect.poll(side).toBe('left')

  await launcher(page).click()
  await show(page)
  await expect(launcher(page)).toBeHidden()
  await expect(page.getByRole('dialog', { name: /^Chat with/ })).toBeHidden()
  const before = (await heard(page)).length
  await page.evaluate(() => (window as unknown as Host).segue.toggle())
  await expect(page.getByRole('dialog', { name: /^Chat with/ })).toBeVisible()
  expect(await heard(page)).toHaveLength(before)

  // One token is given once, however often the component is mounted.
  await show(page, { identity: 'forged' }, { identity: 'forged' })
  const refusals = async () => (await heard(page)).filter(([event]) => event === 'identity')
  await expect.poll(refusals).toHaveLength(2)
  await show(page)
  await show(page, { identity: 'forged' })
  await expect(launcher(page)).toBeVisible()
  expect(scripts).toHaveLength(1)
  expect(thrown).toEqual([])
  site.close()
})
