import { expect, it } from 'vitest'
import { isOneSlip } from './one-slip.ts'

it.each([
  ['saturday', 'saterday'],
  ['saturday', 'saturdya'],
  ['saturday', 'sturday'],
  ['saturday', 'saturdday'],
  ['a', ''],
])('"%s" and "%s" differ by one slip', (one, other) => {
  expect(isOneSlip(one, other)).toBe(true)
  expect(isOneSlip(other, one)).toBe(true)
})

it.each([
  ['saturday', 'saturday'],
  ['saturday', 'sunday'],
  ['saturday', 'saterdya'],
  ['abcd', 'badc'],
  ['', 'ab'],
])('"%s" and "%s" do not', (one, other) => {
  expect(isOneSlip(one, other)).toBe(false)
  expect(isOneSlip(other, one)).toBe(false)
})
