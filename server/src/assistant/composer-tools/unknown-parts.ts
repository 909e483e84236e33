const LINK =
  /(?:https?:\/\/|www\.)[^\s<>()[\]"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|co|app|dev|example)\b[^\s]*/gi
const FIGURE = /\d+(?:[.,:\s]\d+)*/g

const partsOf = (text: string, pattern: RegExp, plain: (part: string) => string): string[] =>
  (text.match(pattern) ?? []).map(plain)
const plainLink = (link: string) => link.toLowerCase().replace(/[.,;:!?]+$/, '')
const plainFigure = (figure: string) => figure.replace(/\D/g, '')

/** What a proposal has that the text it was made from has not: links and addresses, and figures however they are separated. */
export function unknownIn(proposal: string, text: string): { links: string[]; figures: string[] } {
  const links = new Set(partsOf(text, LINK, plainLink))
  const figures = new Set(partsOf(text, FIGURE, plainFigure))
  return {
    links: partsOf(proposal, LINK, plainLink).filter((link) => !links.has(link)),
    figures: [...new Set((proposal.match(FIGURE) ?? []).filter((figure) => !figures.has(plainFigure(figure))))].slice(
      0,
      5,
    ),
  }
}
