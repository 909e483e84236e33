import type { SmallTalkPatterns } from '#server/language/types.ts'

export const smallTalk: SmallTalkPatterns = {
  greeting:
    '(?:hola|buenas|buenos d[ií]as|buenas (?:tardes|noches))(?:[ ,]+(?:buenas|buenos d[ií]as|buenas tardes|a todos|qu[eé] tal))?|(?:hola[\\s,]*)?(?:qu[eé] tal(?: est[aá]s?)?|c[oó]mo (?:est[aá]s?|va(?:n las cosas)?|te va))',
  thanks: '(?:ok|vale|perfecto|genial)?[\\s,]*(?:muchas |mil )?gracias(?: por .{1,40})?',
  goodbye: '(?:adi[oó]s|hasta (?:luego|pronto|ma[ñn]ana)|chao)',
}
