/** Joins class names, without empty ones: `classes(styles.row, isActive && styles.active)`. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
