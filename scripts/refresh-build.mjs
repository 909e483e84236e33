// `node scripts/refresh-build.mjs messages|web`: compiles the message catalogue, or builds the pages, when their sources changed.
import process from 'node:process'
import { buildWeb, compileMessages } from './bootstrap/builds.mjs'

await (process.argv[2] === 'web' ? buildWeb() : compileMessages())
