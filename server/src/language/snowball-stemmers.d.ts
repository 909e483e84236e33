/** The package ships no types: only what the retrieval engine uses is declared. */
declare module 'snowball-stemmers' {
  type Stemmer = { stem(word: string): string }
  const snowball: { newStemmer(algorithm: string): Stemmer }
  export default snowball
}
