import type { SmallTalkPatterns } from '#server/language/types.ts'

export const smallTalk: SmallTalkPatterns = {
  greeting:
    '(?:hola|buenas|buenos d[ií]as|buenas (?:tardes|noches))(?:[ ,]+(?:buenas|buenos d[ií]as|buenas tardes|a todos|qu[eé] tal))?',
  thanks: '(?:ok|vale|perfecto|genial)?[\\s,]*(?:muchas |mil )?gracias(?: por .{1,40})?',
  goodbye: '(?:adi[oó]s|hasta (?:luego|pronto|ma[ñn]ana)|chao)',
}
