import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import react from '@vitejs/plugin-react'
import type { Rolldown, UserConfig } from 'vite'
import { contractCalls } from './contract-calls.ts'
import { pageLanguages, SCRIPT_NAMES } from './page-languages.ts'

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Code that a page loads before it can show anything. */
const AT_START: ['$initial'] = ['$initial']

type Build = {
  /** Names of pages in web/. */
  pages: string[]
  /** Which modules are one file together. */
  chunks: Rolldown.CodeSplittingGroup[]
  /** The file that lists what was built. */
  manifest: string
}

/**
 * Pages that are opened first on a phone, each apart: a request costs a slow phone some milliseconds of its main thread, and where pages
 * share modules there are as many files as there are sets of pages that share one.
 */
const apart = (page: string): Build => ({
  pages: [page],
  chunks: [
    { name: 'page', tags: AT_START, test: /./, includeDependenciesRecursively: false },
    { name: 'shared', minShareCount: 3, test: /./, includeDependenciesRecursively: false },
  ],
  manifest: `.vite/${page}.json`,
})

/** Which modules of the pages of a business's people, and of the platform owner, are one file together. */
const CHUNKS = [
  // The desk's initial code is one chunk: split by what each section needs it would be forty, which compress badly.
  {
    name: 'kit',
    tags: AT_START,
    test: /node_modules\/(@mantine|@floating-ui|@tanstack|clsx|react-remove-scroll)|web\/src\/ui\//,
    includeDependenciesRecursively: false,
  },
  // The desk's own code apart from it: the platform owner's page loads the chunk above, and must not run the desk.
  {
    name: 'shell',
    tags: AT_START,
    test: /web\/src\/admin\//,
    includeDependenciesRecursively: false,
  },
  // Texts and icons that only the desk needs would lie in its entry, which imports the chunk above and would be imported by it.
  {
    name: 'texts',
    tags: AT_START,
    test: /generated\/i18n-web\/messages\/(?!portal_|signin_|landing_|signup_)|node_modules\/@tabler\//,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_000,
    includeDependenciesRecursively: false,
  },
  // Small modules that several pages share compress badly as one file each.
  { name: 'menus', test: /web\/src\/kit\/(menu|theme-items)\.tsx$/, includeDependenciesRecursively: false },
  { name: 'links', test: /web\/src\/lib\/(classes|followed-here)\.ts$/, includeDependenciesRecursively: false },
  // The fields and the layer under them that nearly every form of the desk has.
  {
    name: 'controls',
    test: /@mantine\/core\/.*\/(Input|InputBase|InputWrapper|CloseButton|Popover|FocusTrap|Checkbox\/CheckIcon|RadioIcon)(\.mjs|\/)/,
    includeDependenciesRecursively: false,
  },
  // What many parts share is one file each: a request costs more than the texts and icons that a part does not show.
  {
    name: 'icons',
    minShareCount: 3,
    test: /node_modules\/@tabler\//,
    includeDependenciesRecursively: false,
  },
  {
    name: 'shared-texts',
    minShareCount: 6,
    // Texts of the portal, and of sign-in, landing page and sign-up, stay with them: the other pages show none of them.
    test: /generated\/i18n-web\/messages\/(?!portal_|signin_|landing_|signup_)/,
    includeDependenciesRecursively: false,
  },
]

/** Who signs in goes on to one of the others, with the files that they share. */
export const DESK: Build = {
  pages: ['desk', 'owner', 'sign-in'],
  chunks: CHUNKS,
  manifest: '.vite/desk.json',
}

/** The builds of scripts/build-web.mjs, in their order. */
export const BUILDS = [apart('portal'), apart('front'), DESK]

/**
 * Five pages: the desk and the platform owner’s panel (Mantine), the portal, the sign-in page and the front (lean kit).
 * `html.cspNonce` puts `__NONCE__` into every page; the server replaces it in each answer, so the
 * Content-Security-Policy needs neither 'unsafe-inline' nor hashes. See web/src/lib/nonce.ts.
 */
export const configOf = (command: 'build' | 'serve', { pages, chunks, manifest }: Build): UserConfig => ({
  root: here('web'),
  publicDir: here('web/public'),
  cacheDir: here('node_modules/.vite'),
  html: command === 'build' ? { cspNonce: '__NONCE__' } : {},
  plugins: [
    contractCalls(),
    react(),
    pageLanguages(here('dist/web')),
    paraglideVitePlugin({
      project: here('project.inlang'),
      outdir: here('generated/i18n-web'),
      outputStructure: 'message-modules',
    }),
    // In development this process also writes what the server reads (see scripts/bootstrap/builds.mjs).
    command === 'serve' &&
      paraglideVitePlugin({
        project: here('project.inlang'),
        outdir: here('generated/i18n'),
        outputStructure: 'locale-modules',
      }),
  ],
  resolve: { alias: { '#i18n': here('generated/i18n-web') } },
  css: { modules: { generateScopedName: command === 'build' ? '[hash:base64:6]' : '[name]-[local]' } },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.SEGUE_DEV_PORT ?? 5173),
    proxy: { '/api': process.env.SEGUE_DEV_SERVER ?? `http://127.0.0.1:${process.env.PORT ?? 3000}` },
  },
  build: {
    outDir: here('dist/web'),
    // All builds write there; scripts/build-web.mjs empties it.
    emptyOutDir: false,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest,
    assetsInlineLimit: 0,
    // Every browser that the pages are built for preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(pages.map((name) => [name, here(`web/${name}.html`)])),
      output: {
        // A chunk that several parts share is named after all of them by default, in every file that loads it.
        chunkFileNames: ({ name }) => SCRIPT_NAMES.chunk(name.includes('~') ? 'texts' : '[name]'),
        entryFileNames: SCRIPT_NAMES.entry,
        codeSplitting: {
          groups: chunks,
        },
      },
    },
  },
})
