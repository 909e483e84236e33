/** How long a node may be silent before it counts as lost; each is heard twice a second. */
const SILENT_MS = 3500
/** After a connection began, nodes that were there before are heard for the first time. */
const SETTLED_MS = 3000
export const CHECK_MS = 500

/**
 * What is known of the other nodes of the bus: each numbers what it sends, so that a lost message is found by its number, the last one by
 * the number that its node repeats twice a second, and the one that a killed node did not send any more by its silence.
 */
export function createPeers(onGap: () => void, now: () => number = () => performance.now()) {
  const peers = new Map<string, { number: number; heardAt: number }>()
  let beganAt = now()
  let checkedAt = now()

  /** The number of the last message of a node, as far as it is known: those between were lost. */
  const note = (node: string, number: number, sent: number): void => {
    const peer = peers.get(node)
    peers.set(node, { number: Math.max(number, peer?.number ?? 0), heardAt: now() })
    const isMissed = peer ? number > peer.number + sent : number > sent && now() - beganAt > SETTLED_MS
    if (isMissed) onGap()
  }
  return {
    /** Whether a message is to be delivered; one that came before is not. */
    message: (node: string, number: number): boolean => {
      const isNew = number > (peers.get(node)?.number ?? 0)
      note(node, number, 1)
      return isNew
    },
    /** A node says that it is there, and the number of its last message. */
    beat: (node: string, number: number): void => note(node, number, 0),
    leave: (node: string, number: number): void => {
      note(node, number, 0)
      peers.delete(node)
    },
    /** Looks for nodes that fell silent. To be called every CHECK_MS. */
    check: (): void => {
      const wasPaused = now() - checkedAt > 3 * CHECK_MS
      checkedAt = now()
      for (const [node, peer] of peers) {
        // After a pause of this process what the others sent may lie unread.
        if (wasPaused) peer.heardAt = now()
        else if (now() - peer.heardAt > SILENT_MS) {
          peers.delete(node)
          onGap()
        }
      }
    },
    /** The connection begins anew. */
    reset: (): void => {
      peers.clear()
      beganAt = now()
    },
  }
}
