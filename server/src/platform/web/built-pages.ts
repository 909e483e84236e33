import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { LANGUAGES } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { pageLanguageOf } from '#server/platform/route/request-language.ts'
import { escapeHtml } from '#server/platform/text/text.ts'

/** The folder of the built pages. */
export const WEB = new URL('../../../../dist/web', import.meta.url).pathname

/** The languages that the pages were built in: those of people, and for tests those of nobody (scripts/pseudo-languages.ts). */
const BUILT_LANGUAGES = existsSync(join(WEB, 'assets'))
  ? readdirSync(join(WEB, 'assets'), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? one.name : []))
  : []
const RIGHT_TO_LEFT = new Set(['ar-XB'])

/** A built page in the language of a request. */
type LocalPage = (request: FastifyRequest) => string

/**
 * Reads a built page. It was built once, with a mark for the language in the addresses of its scripts (scripts/page-languages.ts).
 * `paintsEarly`: it is painted as soon as it has arrived, without another request. `links`: more for its head.
 */
export async function readPage(name: string, { paintsEarly = false, links = '' } = {}): Promise<LocalPage> {
  const built = (await readFile(join(WEB, name), 'utf8')).replace('</head>', `${links}</head>`)
  const page = paintsEarly ? await withStyles(built) : built
  const inLanguage = (language: string) =>
    page
      .replaceAll('__LANGUAGE__', language)
      .replace(LOADING, () => firstWords(language))
      .replace('<html lang="en">', `<html lang="${language}"${RIGHT_TO_LEFT.has(language) ? ' dir="rtl"' : ''}>`)
  const all = new Map(BUILT_LANGUAGES.map((language) => [language, inLanguage(language)]))
  return (request) => {
    // The languages that only tests read are asked for by name.
    const asked = String((request.query as Record<string, unknown> | undefined)?.lang)
    return all.get(asked) ?? all.get(pageLanguageOf(request)) ?? page
  }
}

/** What a page shows before its script runs, as it was built (web/sign-in.html). */
const LOADING = '<span class="loading-word">Loading</span>'

/** The same in a language; where no script will run, the page says so instead. */
function firstWords(language: string): string {
  const locale = LANGUAGES.find((one) => one === language) ?? 'en'
  const loading = `<span class="loading-word">${escapeHtml(m.common_loading({}, { locale }))}</span>`
  return `${loading}<noscript><p class="loading-needs">${escapeHtml(m.brand_needs_script({}, { locale }))}</p></noscript>`
}

const STYLE_SHEETS = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g
const THEME_SCRIPT = /<script src="\/theme-init.js"([^>]*)><\/script>/

/**
 * The page with its style sheets and the choice of its theme inside. The links to the sheets stay, disabled: a part that is loaded later looks
 * for them, and would load them again after its own, whose rules come last.
 */
async function withStyles(page: string): Promise<string> {
  const links = [...page.matchAll(STYLE_SHEETS)]
  const sheets = await Promise.all(links.map(([, address = '']) => readFile(join(WEB, address), 'utf8')))
  const theme = await readFile(join(WEB, 'theme-init.js'), 'utf8')
  return page
    .replace(STYLE_SHEETS, (link) => link.replace('<link', '<link disabled'))
    .replace(THEME_SCRIPT, (_, attributes: string) => `<script${attributes}>${theme}</script>`)
    .replace('</head>', () => `<style nonce="__NONCE__">${sheets.join('\n')}</style></head>`)
}

/** Markup by which the portal's page loads a part of it at once: its style sheets, for the markup that the server writes, and its script. */
export async function linksOf(part: string): Promise<string> {
  const text = await readFile(join(WEB, '.vite/portal.json'), 'utf8')
  const { file = '', css = [] } = (JSON.parse(text) as Record<string, { file?: string; css?: string[] }>)[part] ?? {}
  const links = css.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`)
  return `<link rel="modulepreload" crossorigin href="/${file}">${links.join('')}`
}
