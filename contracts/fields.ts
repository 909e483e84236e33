import { z } from 'zod'

/** An instant, as ISO 8601 in UTC. */
export const Instant = z.iso.datetime().describe('ISO 8601 instant, UTC')

/** Half a character (a lone surrogate) is none: it becomes the sign for that, which every store can hold. */
const wellFormed = (text: string): string => text.toWellFormed()

/** Text a person typed: no NUL or other control characters that PostgreSQL or a screen cannot hold. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'error_field_control_characters')
    .trim()
    .overwrite(wellFormed)
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/u, 'error_field_unstorable_character')
    .trim()
    .overwrite(wellFormed)
export const requiredLine = (max: number, message: string) => line(max).min(1, message)
export const requiredText = (max: number, message: string) => text(max).min(1, message)

export const Email = z
  .string()
  .max(254)
  .trim()
  .toLowerCase()
  .regex(/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\.]{2,}$/, 'error_enter_email')
