import type { AppearanceView } from '#contracts/identity/appearance.ts'
import { accentTokens } from '#contracts/tenant/accent.ts'
import { applyAccent } from './accent.ts'
import { storeLocal } from './local-storage.ts'
import { setTheme } from './theme.ts'

/** The tokens of the person's colour; also read by public/theme-init.js before the first paint. */
const KEY = 'segue-accent'

/** Keeps how the pages look for a person on this device, so that the next page is right from its first frame. */
export function keepAppearance({ accentColor, colorScheme }: AppearanceView): void {
  if (colorScheme) setTheme(colorScheme)
  storeLocal(KEY, accentColor && accentTokens(accentColor))
}

/** Shows the pages as the person chose, and keeps that on this device. */
export function showAppearance(appearance: AppearanceView): void {
  keepAppearance(appearance)
  applyAccent(appearance.accentColor)
}
