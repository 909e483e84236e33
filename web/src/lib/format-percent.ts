import { pageLocale } from './format.ts'

/** A share (0 to 1) as `89%`, by the page's language. */
export const formatPercent = (share: number): string =>
  share.toLocaleString(pageLocale(), { style: 'percent', maximumFractionDigits: 0 })
