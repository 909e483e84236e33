/** Removes accents from letters, ß as ss: "devolución" → "devolucion". */
export const foldAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
