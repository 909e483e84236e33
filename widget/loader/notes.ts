/**
 * Noted on the host page's site: `o` help was offered, `c` the visitor wrote, `f` the visitor before has left and nobody wrote since, else
 * nothing. It does not say who they are.
 */
type Note = 'o' | 'c' | 'f'

const KEY = 'segue'

// In memory too: a browser may forbid storage.
let noted: string | null = null
try {
  noted = localStorage.getItem(KEY)
} catch {}

export const isNoted = (one: Note | null): boolean => noted === one

/** Whether the next page will know it too. */
export function note(one: Note): boolean {
  noted = one
  try {
    localStorage.setItem(KEY, one)
    return true
  } catch {
    return false
  }
}
