import { readInitialData } from '#web/portal/initial-data.ts'

const data = readInitialData()
const help = data && 'help' in data ? data.help : undefined

/** What the server wrote into the page; null where its address names something else. */
export const initialArticle = help && 'article' in help ? help.article : null
export const initialList = help && 'articles' in help ? help : null
