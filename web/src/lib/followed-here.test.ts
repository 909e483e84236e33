import { expect, it } from 'vitest'
import { isFollowedHere } from './followed-here.ts'

it('a link is followed on this page by a plain click of the first button only', () => {
  const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }
  expect(isFollowedHere(plain)).toBe(true)
  const others = [{ button: 1 }, { metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }]
  expect(others.filter((more) => isFollowedHere({ ...plain, ...more }))).toEqual([])
})
