export const device = matchMedia('(prefers-color-scheme: dark)')

type Channels = [red: number, green: number, blue: number, opacity?: number]

/** Whether the host page is dark: by the first background that it paints, else by the colour scheme it declares. */
export function themeOfPage(): 'light' | 'dark' {
  const styles = [document.body ?? document.documentElement, document.documentElement].map((one) =>
    getComputedStyle(one),
  )
  for (const { backgroundColor } of styles) {
    const [red, green, blue, opacity = 1] = (backgroundColor.match(/[\d.]+/g)?.map(Number) ?? []) as Channels
    if (/^rgb/.test(backgroundColor) && opacity > 0.5) return red * 3 + green * 6 + blue < 1280 ? 'dark' : 'light'
  }
  const scheme = styles[1]!.colorScheme
  return /dark/.test(scheme) && (device.matches || !/light/.test(scheme)) ? 'dark' : 'light'
}
