import type { MantineColorsTuple } from '@mantine/core'

/** `shades('#38beba')`, written out: what computes it is loaded by those alone who choose another colour. */
export const BRAND_SHADES: MantineColorsTuple = [
  '#effaf9',
  '#dbf3f3',
  '#b7e8e6',
  '#8cd9d7',
  '#60cbc8',
  '#38beba',
  '#26817e',
  '#216f6c',
  '#1b5a58',
  '#154644',
]
