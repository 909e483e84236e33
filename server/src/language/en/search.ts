import type { SearchWords } from '#server/language/types.ts'

export const search: SearchWords = {
  stemmer: 'english',
  elides: false,
  stopWords: `
  a an and are as at be been being but by can cant cannot could couldnt did didnt do does doesnt doing dont for from
  had hadnt has hasnt have havent having he her hers here hi him his hello hey i id if ill im in into is isnt it its
  itself ive just let lets me mine my myself of on or our ours ourselves she should shouldnt so some such than thank
  thanks that thats the their theirs them then there these they theyre this those to too u up ur us very was wasnt we
  were werent will with wont would wouldnt ya yes you your yours yourself youre am im any about also ok okay`,
  weakWords: `
  able actually again already anyone anything appreciate ask asking back because best call came cause come currently
  day days difference different else even ever exactly explain find fine first get gets getting give go goes going
  gonna good got guys happen happened happening happens help helping how however information info know last like long
  look looking lot made make makes making many maybe mean month months much need needed needing needs never new next
  no not nothing now off often old once one only other out over own people perhaps person please pls plz possible
  probably problem put question questions quick quickly really reason regarding right said same saw say see seem seems
  show since somehow someone something sometimes soon still sure take takes taking talk tell thing things think
  thinking time times today tomorrow took tried try trying two understand until usually use used using via wanna want
  wanted wants way week weeks well went what whats when whenever where which while who whose why wish without
  wondering work working works wrong year years yesterday yet`,
  questionWords: 'how what when where which who why please want need would like know tell help question possible',
  spellings: {},
}
