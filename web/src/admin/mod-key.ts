/** Name of the command key: ⌘ on Apple devices, Ctrl elsewhere. */
export function modKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}
