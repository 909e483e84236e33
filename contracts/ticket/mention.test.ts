import { describe, expect, it } from 'vitest'
import { mentionedNames } from './mention.ts'

const names = ['Ann Lee', 'Ann Moore', 'Anna Berg', 'Zoë', 'First Line', 'C. (Bo) Day']
const of = (note: string) => [...mentionedNames(note, names)].sort()

describe('[T5] a note mentions', () => {
  it('the one whose whole name it says, and all with a first name that it says alone', () => {
    expect(of('@Ann Lee, can you?')).toEqual(['Ann Lee'])
    expect(of('@ann can you?')).toEqual(['Ann Lee', 'Ann Moore'])
    expect(of('@Anna: and @ann moore too')).toEqual(['Ann Moore', 'Anna Berg'])
    expect(of('ask @First Line')).toEqual(['First Line'])
    expect(of('(@Zoë) @C. (Bo) Day')).toEqual(['C. (Bo) Day', 'Zoë'])
  })

  it('nobody by an address, by the beginning of a longer word, and without an @', () => {
    expect(of('jo@ann.example, @Annabel, Ann Lee, @ Ann')).toEqual([])
    expect(mentionedNames('@Ann', []).size).toBe(0)
  })
})
