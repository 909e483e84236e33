/** The screenshots of the carousel, in their order. */
export const CAROUSEL = ['admin-dashboard', 'customer-dashboard', 'ai-chat', 'ticket-management'] as const
/** The screenshots of the strip, in their order. */
export const STRIP = ['knowledge', 'agents', 'customers', 'analytics', 'help-center', 'portal'] as const

/** The screenshots that `scripts/pictures.ts` makes of the real product. */
export const LANDING_PICTURES = [...CAROUSEL, ...STRIP] as const
export type LandingPicture = (typeof LANDING_PICTURES)[number]

/** Pixels, at a ratio of 8 to 5. */
export const PICTURE_WIDTHS = [600, 1200] as const

/** The address of a screenshot in the light or the dark theme. */
export const pictureFile = (name: LandingPicture, theme: 'light' | 'dark', width: number): string =>
  `/landing/${name}-${theme}-${width}.webp`
