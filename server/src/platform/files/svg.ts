import { DOMParser } from 'linkedom'
import { escapeHtml } from '#server/platform/text/text.ts'

const MAX_NODES = 5000
const MAX_DEPTH = 50

/** Shapes, groups, paints and text. Everything else is cut with its content: script, foreignObject, image, animation, links. */
const ELEMENTS = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath mask pattern
  symbol use title desc style`.split(/\s+/),
)

const ATTRIBUTES = new Set(
  `id class x y x1 y1 x2 y2 cx cy r rx ry fx fy d points width height viewBox preserveAspectRatio transform fill fill-opacity fill-rule
  clip-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity
  opacity color stop-color stop-opacity offset gradientUnits gradientTransform spreadMethod clip-path clipPathUnits mask maskUnits
  maskContentUnits patternUnits patternContentUnits patternTransform font-family font-size font-weight font-style text-anchor
  letter-spacing dominant-baseline paint-order visibility display style href`.split(/\s+/),
)

/** Values and styles may refer to a part of the same picture (`url(#a)`) and to nothing else. */
const refersOutside = (value: string): boolean =>
  /url\s*\(/i.test(value.replaceAll(/url\(\s*['"]?#[\w-]+['"]?\s*\)/gi, '')) ||
  /[\\<@&]|expression|javascript:|data:|https?:/i.test(value)

type XmlNode = {
  nodeType: number
  localName?: string
  nodeName: string
  textContent: string | null
  childNodes: Iterable<XmlNode>
  attributes?: Iterable<{ name: string; value: string }>
}

/**
 * The picture of an SVG file, written anew from a list of allowed elements and attributes: it runs no script and loads nothing. Null for
 * what is no SVG, or too large a one (5,000 elements, 50 levels).
 */
export function cleanSvg(source: string): string | null {
  const document = new DOMParser().parseFromString(source, 'image/svg+xml') as unknown as {
    documentElement: XmlNode | null
  }
  const root = document.documentElement
  if (root?.localName !== 'svg') return null
  const budget = { nodes: MAX_NODES }
  const written = write(root, 0, budget)
  return budget.nodes < 0 ? null : written
}

function write(node: XmlNode, depth: number, budget: { nodes: number }): string {
  budget.nodes -= 1
  if (depth > MAX_DEPTH) budget.nodes = -1
  if (budget.nodes < 0) return ''
  if (node.nodeType === 3) return escapeHtml(node.textContent ?? '')
  const name = node.localName ?? ''
  if (node.nodeType !== 1 || !ELEMENTS.has(name)) return ''
  if (name === 'style') {
    const css = node.textContent ?? ''
    return refersOutside(css) ? '' : `<style>${escapeHtml(css)}</style>`
  }
  const inner = [...node.childNodes].map((child) => write(child, depth + 1, budget)).join('')
  const space = depth === 0 ? ' xmlns="http://www.w3.org/2000/svg"' : ''
  return `<${name}${space}${attributesOf(node)}>${inner}</${name}>`
}

function attributesOf({ attributes = [] }: XmlNode): string {
  return [...attributes]
    .map(({ name, value }) => ({ name: name.replace(/^xlink:/, ''), value }))
    .filter(({ name, value }) => ATTRIBUTES.has(name) && !refersOutside(value))
    .filter(({ name, value }) => name !== 'href' || /^#[\w-]+$/.test(value))
    .map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`)
    .join('')
}
