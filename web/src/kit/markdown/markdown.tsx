import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { createContext, Fragment, type ReactNode, useContext, useMemo } from 'react'
import { classes } from '#web/lib/classes.ts'
import { ExternalLink } from './link.tsx'
import './markdown.css'

/** The sources a text cites as [1], [2] …: the title of each, and how to open it. */
export type Citations = { names: readonly string[]; onOpen: (index: number) => void }

const CitationContext = createContext<Citations | null>(null)
const MarkContext = createContext<RegExp | null>(null)

/**
 * Markdown as elements, made from its tokens and never from HTML: markup in a text stays text, images are their alt
 * text, links are checked. `homeUrl` is the business's own site; links that leave it say where they lead.
 * `isPage` sets an article more widely than a message.
 */
export function Markdown({ text, homeUrl, isPage, citations, marks = null }: RichTextProps) {
  const tokens = useMemo(() => lexer(text, { gfm: true, breaks: true }), [text])
  return (
    <CitationContext value={citations ?? null}>
      <MarkContext value={marks}>
        <div className={classes('md-text', isPage && 'md-page')}>{all(tokens, homeUrl)}</div>
      </MarkContext>
    </CitationContext>
  )
}

export type RichTextProps = {
  text: string
  homeUrl: string
  isPage?: boolean | undefined
  citations?: Citations | undefined
  /** What is marked in the text: the first group of each match. */
  marks?: RegExp | null
}

/** Text in which citation numbers open their source, or in which something is marked; other brackets stay text. */
function CitedText({ text }: { text: string }) {
  const citations = useContext(CitationContext)
  const marks = useContext(MarkContext)
  if (marks) {
    return text.split(marks).map((part, place) => {
      const key = place.toString()
      return place % 2 === 0 ? <Fragment key={key}>{part}</Fragment> : <mark key={key}>{part}</mark>
    })
  }
  if (!citations) return text
  return text.split(/\s?\[(\d{1,2})\]/).map((part, place) => {
    const key = place.toString()
    if (place % 2 === 0) return <Fragment key={key}>{part}</Fragment>
    const name = citations.names[Number(part) - 1]
    if (name === undefined) return <Fragment key={key}>{` [${part}]`}</Fragment>
    return (
      <button
        key={key}
        type="button"
        className="md-cite"
        aria-label={`${part}: ${name}`}
        onClick={() => citations.onOpen(Number(part) - 1)}
      >
        {part}
      </button>
    )
  })
}

/** Tokens are only appended, so their index is a stable key. */
function all(tokens: Token[] | undefined, homeUrl: string): ReactNode[] {
  return (tokens ?? []).map((token, index) => (
    <One key={index.toString()} token={token as MarkedToken} homeUrl={homeUrl} />
  ))
}

function One({ token, homeUrl }: { token: MarkedToken; homeUrl: string }): ReactNode {
  const inside = () => all('tokens' in token ? token.tokens : undefined, homeUrl)
  switch (token.type) {
    case 'paragraph':
      return <p>{inside()}</p>
    case 'heading':
      return token.depth <= 2 ? <h2 className="md-heading">{inside()}</h2> : <h3>{inside()}</h3>
    case 'strong':
      return <strong>{inside()}</strong>
    case 'em':
      return <em>{inside()}</em>
    case 'del':
      return <del>{inside()}</del>
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      )
    case 'codespan':
      return <code>{token.text}</code>
    case 'list':
      return <List token={token} homeUrl={homeUrl} />
    case 'table':
      return <Table token={token} homeUrl={homeUrl} />
    case 'link':
      return (
        <ExternalLink href={token.href} text={token.text} homeUrl={homeUrl}>
          {inside()}
        </ExternalLink>
      )
    case 'image':
      return token.text
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    case 'text':
      return token.tokens ? inside() : <CitedText text={token.text} />
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

function List({ token, homeUrl }: { token: Tokens.List; homeUrl: string }) {
  const items = token.items.map((item, index) => <li key={index.toString()}>{all(item.tokens, homeUrl)}</li>)
  return token.ordered ? <ol start={token.start || 1}>{items}</ol> : <ul>{items}</ul>
}

function Table({ token, homeUrl }: { token: Tokens.Table; homeUrl: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables must be scrollable by keyboard
    <div className="md-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index.toString()} scope="col" align={cell.align ?? undefined}>
                {all(cell.tokens, homeUrl)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, line) => (
            <tr key={line.toString()}>
              {row.map((cell, index) => (
                <td key={index.toString()} align={cell.align ?? undefined}>
                  {all(cell.tokens, homeUrl)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
