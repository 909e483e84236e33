/** Makes colours that a tenant or a member chose readable: from any hex value, tokens with enough contrast. */

const white = '#ffffff'
const ink = '#0b1c1f'

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function toHex(rgb: readonly number[]): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Mixes `share` (0 to 1) of `other` into `hex`, in sRGB. Both `#rrggbb`. */
export function mix(hex: string, other: string, share: number): string {
  const to = channels(other)
  return toHex(channels(hex).map((part, index) => part + ((to[index] ?? part) - part) * share))
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((part) => {
    const unit = part / 255
    return unit <= 0.04045 ? unit / 12.92 : ((unit + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast of two `#rrggbb` colours, 1 to 21. */
export function contrast(one: string, two: string): number {
  const [a, b] = [luminance(one), luminance(two)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The colour, moved towards `towards` in small steps until it reaches `least`:1 against `background`. */
export function reach(hex: string, background: string, towards: string, least: number): string {
  for (let share = 0; share <= 1; share += 0.02) {
    const tried = mix(hex, towards, share)
    if (contrast(tried, background) >= least) return tried
  }
  return towards
}

/** True for `#rrggbb`. */
export function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/**
 * Ten shades from light to dark, as Mantine wants them. Shade 5 is the colour itself; from shade 6 on white text
 * has 4.5:1.
 */
export function shades(hex: string): [string, string, string, string, string, string, string, string, string, string] {
  const strong = reach(hex, white, '#000000', 4.6)
  return [
    mix(hex, white, 0.92),
    mix(hex, white, 0.82),
    mix(hex, white, 0.64),
    mix(hex, white, 0.42),
    mix(hex, white, 0.2),
    hex,
    strong,
    mix(strong, '#000000', 0.14),
    mix(strong, '#000000', 0.3),
    mix(strong, '#000000', 0.46),
  ]
}

/** The `--accent…` tokens for a chosen colour, both themes in one value. Names and meaning: tokens.css. */
export function accentTokens(hex: string): Record<string, string> {
  const fill = reach(hex, white, '#000000', 4.6)
  const bright = reach(hex, '#1d292d', white, 4.6)
  const both = (light: string, dark: string) => `light-dark(${light}, ${dark})`
  const soft = { light: mix(hex, white, 0.87), dark: mix(hex, '#121b1e', 0.82) }
  return {
    '--accent': both(hex, bright),
    '--accent-fill': both(fill, bright),
    '--accent-fill-hover': both(mix(fill, '#000000', 0.14), mix(bright, white, 0.16)),
    '--accent-on': both(white, contrast(bright, ink) >= 4.5 ? ink : white),
    '--accent-text': both(
      reach(hex, mix(soft.light, '#000000', 0.06), '#000000', 4.6),
      reach(hex, '#26353a', white, 5),
    ),
    '--accent-soft': both(soft.light, soft.dark),
    '--accent-soft-hover': both(mix(soft.light, '#000000', 0.05), mix(soft.dark, white, 0.05)),
    '--accent-line': both(mix(hex, white, 0.5), mix(hex, '#121b1e', 0.55)),
  }
}
