/**
 * Noted on the host page's site: `c` the visitor wrote, `f` the visitor before has left and nobody wrote since, else nothing. It does not
 * say who they are.
 */
type Note = 'c' | 'f'

const KEY = 'segue'

// In memory too: a browser may forbid storage.
let noted: string | null = null
try {
  noted = localStorage.getItem(KEY)
} catch {}

export const isNoted = (one: Note): boolean => noted === one

export function note(one: Note): void {
  noted = one
  try {
    localStorage.setItem(KEY, one)
  } catch {}
}
