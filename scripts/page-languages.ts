import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { LANGUAGES } from '#contracts/languages.ts'
import { PSEUDO_LANGUAGES, pseudoText } from './pseudo-languages.ts'

/** Stands for the language in the addresses of built scripts; the server puts the visitor's in its place. */
export const LANGUAGE_MARK = '__LANGUAGE__'
const FOLDER = `assets/${LANGUAGE_MARK}`
/** The names of built scripts, for the bundler. */
export const SCRIPT_NAMES = {
  entry: `${FOLDER}/[name]-[hash].js`,
  chunk: (name: string) => `${FOLDER}/${name}-[hash].js`,
}

const MESSAGE_MODULE = /generated\/i18n-web\/messages\/(?!_)(\w+)\.js$/
const PLURAL = `import { plural } from '../registry.js'\n`
const SLOT = /__MESSAGE_(\w+?)__(?:\((\w+)(?:,\w+)?\))?/g

/** A message in each language: a JavaScript function of its placeholders and of `plural`; without placeholders its text. */
type Message = { hasPlaceholders: boolean; expressions: Record<string, string> }

/** Reads the expressions out of a compiled message. A language without its own text has the one it falls back to. */
export function messageOf(key: string, compiled: string): Message {
  const found: Record<string, string> = {}
  for (const language of LANGUAGES) {
    const start = `const ${language}_${key} = `
    const from = compiled.indexOf(start)
    const to = compiled.indexOf('\n};', from) + 2
    const isOwn = from >= 0 && !/^\w+;/.test(compiled.slice(from + start.length))
    const text = isOwn ? lean(compiled.slice(from + start.length, to)) : found[LANGUAGES[0]]
    if (!text) throw new Error(`the compiled message ${key} has another shape than scripts/page-languages.ts expects`)
    found[language] = text
  }
  const texts = Object.entries(found).map(([language, text]) => [language, PLAIN.exec(text)?.[1]] as const)
  return texts.every(([, text]) => text !== undefined)
    ? { hasPlaceholders: false, expressions: Object.fromEntries(texts) as Record<string, string> }
    : { hasPlaceholders: true, expressions: found }
}

const PLAIN = /^\(\) => \{return *(.*?)\}$/s
const ONE_TEXT = /^\(i?\) => \{return *(.*?)\}$/s

/** Without comments, the space around them, and what a message falls back to when a selector has no `other`. */
const lean = (code: string): string =>
  code
    .replace(/\/\*\*.*?\*\//g, '')
    .replace(/registry\.plural\(("\w+"), (.*?), \{\}\)/g, 'plural($1,$2)')
    .replace(/\n\t+|\n(?=\}$)/g, '')
    .replace(/(return) +\((`(?:\\.|[^`\\])*`)\)/gs, '$1$2')
    .replace(/if \(\w+ === "other"\) (return`(?:\\.|[^`\\])*`);return +\("\w+"\);\}$/s, '$1}')
    .replaceAll(' === ', '===')
    .replaceAll('if (', 'if(')
    .replaceAll('i?.', 'i.')
    .trim()

/**
 * One build, every page in every language: in the bundles each message is a slot, and after the build each script is written once for each
 * language with that language's texts in the slots. So a page loads the texts of one language only, and only those that it shows.
 * The languages that only tests read are written too (scripts/pseudo-languages.ts).
 */
export function pageLanguages(outDir: string): Plugin {
  const messages = new Map<string, Message>()
  const languages = [...LANGUAGES, ...PSEUDO_LANGUAGES]
  return {
    name: 'segue-page-languages',
    apply: 'build',
    // Before other plugins print the compiled messages in another shape.
    enforce: 'pre',
    transform: {
      filter: { id: MESSAGE_MODULE },
      handler: (code, id) => {
        const key = basename(id, '.js')
        const message = messageOf(key, code)
        messages.set(key, message)
        // A key with capital letters is exported under another name than its file's.
        const name = /^export \{ \w+ as "(\w+)" \}/m.exec(code)?.[1] ?? key
        const hasPlural = Object.values(message.expressions).some((text) => text.includes('plural('))
        return message.hasPlaceholders
          ? `${hasPlural ? PLURAL : ''}export const ${name} = (i) => __MESSAGE_${key}__(i${hasPlural ? ', plural' : ''})`
          : `export const ${name} = () => __MESSAGE_${key}__`
      },
    },
    // The name of a file changes with its texts, in whichever language.
    augmentChunkHash: (chunk) => {
      const keys = chunk.moduleIds.flatMap((id) => MESSAGE_MODULE.exec(id)?.[1] ?? [])
      return createHash('sha256')
        .update(JSON.stringify(keys.map((key) => messages.get(key))))
        .digest('hex')
    },
    writeBundle: async () => {
      const folder = join(outDir, FOLDER)
      const names = await readdir(folder)
      await Promise.all(languages.map((language) => mkdir(join(outDir, 'assets', language), { recursive: true })))
      for (const name of names) {
        const script = await readFile(join(folder, name), 'utf8')
        const write = (language: string) =>
          writeFile(join(outDir, 'assets', language, name), inLanguage(script, language, messages))
        await Promise.all(languages.map(write))
      }
      await rm(folder, { recursive: true })
    },
  }
}

/** A built script with the texts of one language in its slots, importing the scripts of the same language. */
export function inLanguage(script: string, language: string, messages: ReadonlyMap<string, Message>): string {
  return script.replaceAll(LANGUAGE_MARK, language).replace(SLOT, (slot: string, key: string, values?: string) => {
    const { hasPlaceholders, expressions } = messages.get(key) ?? { hasPlaceholders: false, expressions: {} }
    const expression = expressions[language] ?? pseudoText(expressions[LANGUAGES[0]] ?? '', language)
    if (!hasPlaceholders) return expression
    // Called with a variable, a text takes the function's place.
    const text = values && ONE_TEXT.exec(expression)?.[1]
    const call = slot.slice(`__MESSAGE_${key}__`.length)
    return text
      ? text.replaceAll('${i.', `\${${values}.`)
      : `(${expression.replace(/^\(i?\) => /, expression.includes('plural(') ? '(i,plural)=>' : 'i=>')})${call}`
  })
}
