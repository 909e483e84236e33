/** The questions of lines that were typed: without empty ones, each once. */
export const questionsOf = (lines: readonly string[] = []): string[] => [
  ...new Set(lines.map((line) => line.trim()).filter((line) => line !== '')),
]
