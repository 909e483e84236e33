import * as m from '#i18n/messages.js'

const MAX_BYTES = 20 * 1024 * 1024
export const LIMIT = '20 MB'

/** What the file dialog offers first; other text files can be chosen too. */
export const ACCEPT = '.pdf,.docx,text/*,.md,.markdown,.csv,.json,.xml,.yaml,.yml,.log'

const PICTURE = /^(png|jpe?g|gif|webp|avif|heic|bmp|tiff?|svg)$/
const NOT_READ =
  /^(doc|xls[xmb]?|pp[ts][xm]?|od[tspg]|pages|numbers|key|epub|mobi|msg|zip|rar|7z|gz|tgz|tar|exe|dmg|iso|psd|eps|mp[34]|m4[av]|mov|avi|mkv|webm|wav|ogg|flac)$/

/**
 * Why a file is not uploaded, and what to use instead; null for one that is. The server detects the type by the content and reads every
 * text, whatever its name: only kinds that it never reads are refused here, before the upload.
 */
export function refusalOf({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (size > MAX_BYTES) return m.document_file_too_large({ name, limit: LIMIT })
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (type.startsWith('image/') || PICTURE.test(ending)) return m.document_file_picture({ name })
  return NOT_READ.test(ending) ? m.document_file_unsupported({ name }) : null
}
