import { z } from 'zod'

/** The types of a stored logo or favicon. An SVG is a cleaned one. */
export const BrandImageMime = z.enum(['image/png', 'image/svg+xml', 'image/x-icon'])
export type BrandImageMime = z.output<typeof BrandImageMime>
