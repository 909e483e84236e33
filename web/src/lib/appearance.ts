import type { AppearanceView } from '#contracts/identity/appearance.ts'
import { readLocal, storeLocal } from './local-storage.ts'
import { setTheme } from './theme.ts'

type Tokens = Record<string, string>

/** The tokens of the person's colour; also read by public/theme-init.js before the first paint. */
const KEY = 'segue-accent'

/** The tokens of a colour; few choose one, and only their pages load what makes it readable. None for Segue's own. */
const tokensOf = async (color: string | null): Promise<Tokens> =>
  color ? (await import('#contracts/tenant/accent.ts')).accentTokens(color) : {}

/** Keeps how the pages look for a person on this device, so that the next page is right from its first frame. */
export async function keepAppearance({ accentColor, colorScheme }: AppearanceView): Promise<Tokens> {
  if (colorScheme) setTheme(colorScheme)
  const tokens = await tokensOf(accentColor)
  storeLocal(KEY, accentColor && tokens)
  return tokens
}

/** Shows the pages as the person chose, and keeps that on this device. */
export async function showAppearance(appearance: AppearanceView): Promise<void> {
  showTokens(await keepAppearance(appearance))
}

/** Shows a colour that is not stored yet. */
export const showAccent = async (color: string): Promise<void> => showTokens(await tokensOf(color))

let shown: Tokens = readLocal<Tokens>(KEY) ?? {}

function showTokens(tokens: Tokens): void {
  const { style } = document.documentElement
  for (const name of Object.keys(shown)) style.removeProperty(name)
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value)
  shown = tokens
}
