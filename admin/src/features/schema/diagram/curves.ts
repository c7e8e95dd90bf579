/** The line between two places at the sides of boxes. It leaves and arrives level, so that its arrows are level too. */

export interface LineEnd {
  readonly x: number
  readonly y: number
  /** The side of the box that it touches. */
  readonly side: 'left' | 'right'
}

export interface Curve {
  readonly path: string
  readonly start: LineEnd
  readonly end: LineEnd
  /** Where its name is written: across the line, or beside one that goes back to its column. */
  readonly label: { readonly x: number; readonly y: number; readonly anchor: 'middle' | 'start' }
}

/** How far a line inside a column goes aside. Longer ones go around shorter ones. */
const LEAST_BOW = 36
const MOST_BOW = 72

export function curveOf(start: LineEnd, end: LineEnd): Curve {
  const isInside = start.side === end.side
  const bend = isInside ? Math.min(MOST_BOW, LEAST_BOW + Math.abs(start.y - end.y) / 12) : Math.abs(end.x - start.x) / 2
  const away = ({ x, side }: LineEnd) => (side === 'right' ? x + bend : x - bend)
  const path = `M${text(start.x)} ${text(start.y)}C${text(away(start))} ${text(start.y)} ${text(away(end))} ${text(end.y)} ${text(end.x)} ${text(end.y)}`
  const middle = (start.x + end.x + 3 * (away(start) + away(end))) / 8
  const label = { x: isInside ? middle + 5 : middle, y: (start.y + end.y) / 2 }
  return { path, start, end, label: { ...label, anchor: isInside ? 'start' : 'middle' } }
}

const text = (number: number) => String(Math.round(number * 10) / 10)

/** The head of an arrow that points at the box. */
export function arrowAt({ x, y, side }: LineEnd): string {
  const back = side === 'right' ? x + 8 : x - 8
  return `M${text(x)} ${text(y)}L${text(back)} ${text(y - 4)}L${text(back)} ${text(y + 4)}Z`
}
