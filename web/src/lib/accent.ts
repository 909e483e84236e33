import { accentTokens, isHexColor } from '#contracts/tenant/accent.ts'

/** Applies a chosen colour to the page (or one element). An invalid value or null leaves the brand's teal. */
export function applyAccent(hex: string | null | undefined, element: HTMLElement = document.documentElement): void {
  const tokens = accentTokens(hex && isHexColor(hex) ? hex : '#38beba')
  const own = Boolean(hex && isHexColor(hex) && hex.toLowerCase() !== '#38beba')
  for (const [name, value] of Object.entries(tokens)) {
    if (own) element.style.setProperty(name, value)
    else element.style.removeProperty(name)
  }
}
