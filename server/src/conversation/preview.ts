const PREVIEW_CHARACTERS = 140

/** The start of a message as one line for lists, never ending in half a character (an emoji is two units). */
export const previewOf = (body: string): string =>
  body
    .replace(/\s+/g, ' ')
    .slice(0, PREVIEW_CHARACTERS)
    .replace(/[\uD800-\uDBFF]$/, '')
