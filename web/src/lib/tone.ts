const PLAYED = 'segue-alert-played'

/**
 * Plays a short tone for what came at `at`: once on this device, however many tabs are open. A page on which nobody has clicked or typed
 * yet may not play, and leaves it to another tab.
 */
export async function playToneOnce(at: string): Promise<void> {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return
  const play = () => {
    try {
      if ((localStorage.getItem(PLAYED) ?? '') >= at) return
      localStorage.setItem(PLAYED, at)
    } catch {
      // Where no page may store anything, each one plays.
    }
    playTone()
  }
  // The first tab to hold the lock plays; the others find that it was played.
  if (navigator.locks) await navigator.locks.request(PLAYED, play)
  else play()
}

/** Two soft notes of a quarter of a second. */
export function playTone(): void {
  const audio = new AudioContext()
  for (const [hertz, at] of [
    [660, 0],
    [880, 0.12],
  ] as const) {
    const note = audio.createOscillator()
    const volume = audio.createGain()
    const start = audio.currentTime + at
    note.frequency.value = hertz
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.08, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.25)
    note.connect(volume).connect(audio.destination)
    note.start(start)
    note.stop(start + 0.26)
  }
  setTimeout(() => void audio.close(), 1000)
}
