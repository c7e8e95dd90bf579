/** The part of an SVG that says how large it is. */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { escapeValue } from './xml-escapes.ts'

const SVG = 'http://www.w3.org/2000/svg'
const SIZES = ['width', 'height', 'viewBox', 'style'] as const

/**
 * An empty SVG of the same size; `undefined` if only what is drawn decides how large it is. To find that out, everything would have
 * to be drawn, which can take any time.
 */
export function emptySvgLike(text: string): string | undefined {
  const root = rootOf(text)
  const given = SIZES.flatMap(name =>
    root?.attributes[name] === undefined ? [] : [[name, root.attributes[name].value]],
  )
  const names = new Set(given.map(([name]) => name))
  if (!names.has('viewBox') && !(names.has('width') && names.has('height'))) return undefined
  return `<svg xmlns="${SVG}" ${given.map(([name, value]) => `${name}="${escapeValue(value!)}"`).join(' ')}/>`
}

class Found extends Error {}

/** Reads no further than the first element. */
function rootOf(text: string): SaxesTagNS | undefined {
  const parser = new SaxesParser({ xmlns: true, position: false })
  let root: SaxesTagNS | undefined
  parser.on('error', () => {
    throw new Found()
  })
  parser.on('opentag', tag => {
    root = tag
    throw new Found()
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (!(error instanceof Found)) throw error
  }
  return root
}
