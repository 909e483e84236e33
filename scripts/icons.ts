import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

// Renders the app icons from the logo: `node scripts/icons.ts`, after a change of web/public/favicon.svg.
const folder = new URL('../web/public/', import.meta.url)
const logo = (await readFile(new URL('favicon.svg', folder), 'utf8')).replaceAll('#0d6a6d', '#1b8f91')
const inner = logo.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')

for (const size of [180, 192, 512]) {
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 48 48">
    <rect width="48" height="48" fill="#0f1f24"/><g transform="translate(8 8)">${inner}</g></svg>`
  await sharp(Buffer.from(icon))
    .png({ compressionLevel: 9 })
    .toFile(new URL(`icon-${size}.png`, folder).pathname)
}
