/** What an attack achieved, and how much it may achieve. */
export type Figure = { name: string; value: number; least: number; most: number }

export const atMost = (name: string, value: number, most: number): Figure => ({ name, value, least: 0, most })

export const exactly = (name: string, value: number, expected: number): Figure => ({
  name,
  value,
  least: expected,
  most: expected,
})

export const isWithin = ({ value, least, most }: Figure): boolean => value >= least && value <= most
