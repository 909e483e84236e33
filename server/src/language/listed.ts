/** Word beginnings are not words: "down" must not be found in "download". */
export const listed = (words: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words
      .trim()
      .split(/\s*[,\n]\s*/)
      .join('|')})(?![\\p{L}\\p{N}])`,
    'iu',
  )
