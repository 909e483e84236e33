const KEPT = 1000
const formats = new Map<string, Intl.DateTimeFormat>()

/** How moments are written in a language; an unknown time zone counts as UTC. Kept, since to create a format takes as long as the rest of a short text. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = createFormat(language, options)
  if (formats.size >= KEPT) formats.delete(formats.keys().next().value ?? key)
  formats.set(key, made)
  return made
}

function createFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, options)
  } catch {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  }
}
