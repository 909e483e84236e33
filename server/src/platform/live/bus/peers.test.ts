import { beforeEach, describe, expect, test } from 'vitest'
import { CHECK_MS, createPeers } from './peers.ts'

let time = 0
let gaps = 0
let peers: ReturnType<typeof createPeers>
beforeEach(() => {
  time = 0
  gaps = 0
  peers = createPeers(
    () => {
      gaps += 1
    },
    () => time,
  )
})

/** Lets time pass as the bus does, which looks after its peers all the time. */
function pass(ms: number, beat?: () => void): void {
  for (const end = time + ms; time < end; ) {
    time += CHECK_MS
    beat?.()
    peers.check()
  }
}

describe('what is known of the other nodes of the bus', () => {
  test('a message that comes again is not delivered', () => {
    expect([peers.message('a', 1), peers.message('a', 2), peers.message('a', 2), peers.message('a', 1)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(gaps).toBe(0)
  })

  test('a number that is left out is a gap, and what comes after it is delivered', () => {
    peers.message('a', 1)
    expect(peers.message('a', 3)).toBe(true)
    expect(gaps).toBe(1)
  })

  test('the last message of a node is missed by the number that it repeats', () => {
    peers.message('a', 1)
    peers.beat('a', 1)
    expect(gaps).toBe(0)
    peers.beat('a', 2)
    expect(gaps).toBe(1)
  })

  test('a node that falls silent is a gap, one that says that it leaves is none', () => {
    peers.beat('a', 0)
    peers.beat('b', 0)
    peers.leave('b', 0)
    pass(3000)
    expect(gaps).toBe(0)
    pass(2000)
    expect(gaps).toBe(1)
  })

  test('a pause of this process makes nobody silent', () => {
    peers.beat('a', 0)
    pass(1000, () => peers.beat('a', 0))
    time += 60_000
    peers.check()
    expect(gaps).toBe(0)
  })

  test('a node that was there before this one is no gap, one that is heard late is', () => {
    peers.beat('there before', 90)
    expect(gaps).toBe(0)
    pass(4000, () => peers.beat('there before', 90))
    peers.beat('new', 0)
    expect(gaps).toBe(0)
    peers.beat('unheard of', 5)
    expect(gaps).toBe(1)
  })

  test('after the connection began anew the numbers of all are new', () => {
    peers.message('a', 1)
    peers.reset()
    expect(peers.message('a', 7)).toBe(true)
    expect(gaps).toBe(0)
  })
})
