import { z } from 'zod'

/** How long a code that was sent to a telephone number or an address is valid. */
export const CODE_MINUTES = 10

/** The six digits as a person enters them. */
export const ConfirmationCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'error_code_format')
