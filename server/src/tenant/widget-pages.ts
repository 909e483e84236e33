import type { WidgetSettings } from '#contracts/tenant/widget-settings.ts'

/** The source of a regular expression of what a path of a page means, as browsers write it: with what is no ASCII escaped. */
const sourceOf = (path: string): string => {
  const parts = encodeURI(decoded(path)).split('*')
  // A page is the same with a slash at its end.
  const end = path.endsWith('*') || path.endsWith('/') ? '' : '/?'
  return parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('.*') + end
}

const decoded = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The source of a regular expression for the paths of the pages that one of `paths` names. */
export const pagesNamed = (paths: readonly string[]): string => `^(?:${paths.map(sourceOf).join('|')})$`

/** The same for the pages that show the button. */
export function pagesShown({ shown, paths }: WidgetSettings['pages']): string {
  if (shown === 'everywhere') return ''
  return shown === 'only' ? pagesNamed(paths) : `^(?!${pagesNamed(paths).slice(1)})`
}
