import { z } from 'zod'
import { EMAIL_ADDRESS } from '#contracts/email-address.ts'

/** An instant, as ISO 8601 in UTC. */
export const Instant = z.iso.datetime().describe('ISO 8601 instant, UTC')

/** Replaces lone surrogates by U+FFFD, since PostgreSQL cannot store them. */
const wellFormed = (text: string): string => text.toWellFormed()

/** One line of text a person typed: no control characters or line breaks. */
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

export const Email = z.string().max(254).trim().toLowerCase().regex(EMAIL_ADDRESS, 'error_enter_email')

/** The version of a row that the caller saw, which a change names; where the stored one is newer, the reply is 409. */
export const SeenVersion = z.number().int().min(0).max(2_000_000_000)
