import { readInitialData } from '#web/portal/initial-data.ts'

const data = readInitialData()
const help = data && 'help' in data ? data.help : undefined

/** What the server wrote into the page; null where its address names something else. */
export const initialArticle = help && 'article' in help ? help.article : null
export const initialList = help && 'articles' in help ? help : null

/**
 * What somebody typed into the search of the server's markup before the page took over, and whether they are still there. `readNow` is what
 * they have typed since, also once the field is gone.
 */
export function readTypedSearch(): { text: string; isFocused: boolean; readNow: () => string } {
  const field = document.querySelector<HTMLInputElement>('.hc-search-place input[type=search]')
  const readNow = () => field?.value ?? ''
  return { text: readNow(), isFocused: field !== null && field === document.activeElement, readNow }
}
