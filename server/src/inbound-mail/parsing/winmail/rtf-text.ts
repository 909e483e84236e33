/** A group of RTF; what it changes ends with it. */
type Group = { isSkipped: boolean; isMarkup: boolean; isForRtf: boolean; fallback: number }
type State = {
  html: boolean
  out: string
  bytes: number[]
  decoder: TextDecoder
  groups: Group[]
  skip: number
  isStarred: boolean
}

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi
/** Groups that hold no text of the mail. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object header footer headerl headerr footerl footerr themedata datastore xmlnstbl listtable listoverridetable rsidtbl generator'.split(
    ' ',
  ),
)
const SYMBOLS: Record<string, string> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  row: '\n',
  cell: '\t',
  tab: '\t',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  endash: '–',
  emdash: '—',
  emspace: ' ',
  enspace: ' ',
}
const ROOT: Group = { isSkipped: false, isMarkup: false, isForRtf: false, fallback: 1 }

/** The text of an RTF document, or the HTML that Outlook wrapped in it (MS-OXRTFEX). */
export function readRtf(rtf: string): { html: string } | { text: string } {
  const state: State = {
    html: /\\fromhtml1?\b/.test(rtf.slice(0, 2000)),
    out: '',
    bytes: [],
    decoder: decoderOf(/\\ansicpg(\d{1,5})/.exec(rtf.slice(0, 2000))?.[1]),
    groups: [],
    skip: 0,
    isStarred: false,
  }
  for (const [, word, number, hex, symbol, brace, text] of rtf.matchAll(TOKEN)) {
    if (brace === '{') state.groups.push({ ...groupOf(state) })
    else if (brace === '}') state.groups.pop()
    else if (word !== undefined) controlWord(state, word.toLowerCase(), number === undefined ? null : Number(number))
    else if (hex !== undefined) writeByte(state, Number.parseInt(hex, 16))
    else if (symbol !== undefined) controlSymbol(state, symbol)
    else if (text !== undefined) write(state, text)
  }
  flush(state)
  return state.html ? { html: state.out } : { text: state.out }
}

function decoderOf(codePage: string | undefined): TextDecoder {
  const named = { '932': 'shift_jis', '936': 'gbk', '949': 'euc-kr', '950': 'big5', '65001': 'utf-8' }[codePage ?? '']
  try {
    return new TextDecoder(named ?? `windows-${codePage ?? 1252}`)
  } catch {
    return new TextDecoder('windows-1252')
  }
}

const groupOf = ({ groups }: State): Group => groups.at(-1) ?? ROOT

/** Whether text is of the mail here: in wrapped HTML what only readers of RTF need is left out. */
const isShown = (state: State): boolean => {
  const { isSkipped, isMarkup, isForRtf } = groupOf(state)
  return !isSkipped && (!state.html || isMarkup || !isForRtf)
}

function controlWord(state: State, word: string, number: number | null): void {
  const group = state.groups.at(-1)
  const isStarred = state.isStarred
  state.isStarred = false
  if (word === 'htmlrtf' && group) group.isForRtf = number !== 0
  else if (word === 'uc' && group) group.fallback = Math.max(0, Math.min(number ?? 1, 8))
  else if (word === 'u') {
    emit(state, String.fromCharCode(((number ?? 0) + 65_536) % 65_536))
    state.skip = groupOf(state).fallback
  } else if (isStarred && word === 'htmltag' && group) group.isMarkup = true
  else if ((isStarred || SKIPPED.has(word)) && group) group.isSkipped = true
  else if (Object.hasOwn(SYMBOLS, word)) emit(state, SYMBOLS[word] as string)
}

function controlSymbol(state: State, symbol: string): void {
  if (symbol === '*') state.isStarred = true
  else if (symbol === '~') emit(state, ' ')
  else if (symbol === '_') emit(state, '-')
  else if (symbol === '\n' || symbol === '\r') emit(state, '\n')
  else if ('\\{}'.includes(symbol)) write(state, symbol)
}

/** Text, without what stands in for a character that was written by its number. */
function write(state: State, text: string): void {
  const skipped = Math.min(state.skip, text.length)
  state.skip -= skipped
  if (skipped === text.length || !isShown(state)) return
  // Text of other sets than ASCII is written byte by byte, or by numbers.
  for (const character of text.slice(skipped)) state.bytes.push(character.charCodeAt(0) & 0xff)
}

function writeByte(state: State, byte: number): void {
  if (state.skip > 0) state.skip -= 1
  else if (isShown(state)) state.bytes.push(byte)
}

function emit(state: State, text: string): void {
  if (!isShown(state)) return
  flush(state)
  state.out += text
}

function flush(state: State): void {
  if (state.bytes.length === 0) return
  state.out += state.decoder.decode(Uint8Array.from(state.bytes))
  state.bytes = []
}
