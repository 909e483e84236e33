import { describe, expect, it } from 'vitest'
import { refusalOf } from './file-refusal.ts'

const file = (name: string, type = '', size = 100) => ({ name, type, size })

describe('the files that are not uploaded as training documents', () => {
  it('[K3] are none of the text files that the server reads, whatever their name', () => {
    const names = [
      'prices.csv',
      'shop.json',
      'feed.xml',
      'notes.log',
      'hours.yaml',
      'README',
      'guide.rst',
      'a.v2',
      'g.PDF',
    ]
    expect(names.filter((name) => refusalOf(file(name)) !== null)).toEqual([])
  })

  it('[K3] are pictures, kinds without a text, and what is over 20 MB', () => {
    expect(refusalOf(file('list.png'))).toContain('is a picture')
    expect(refusalOf(file('list', 'image/webp'))).toContain('is a picture')
    expect(refusalOf(file('prices.XLSX'))).toContain('is a kind of file that is not read')
    expect(refusalOf(file('films.zip'))).toContain('is a kind of file that is not read')
    expect(refusalOf(file('long.txt', 'text/plain', 20 * 1024 * 1024 + 1))).toContain('20 MB')
  })
})
