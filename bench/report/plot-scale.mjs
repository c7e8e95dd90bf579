/** A picture of what a site needs: processors over reads per second, both on logarithmic scales. */

const TIERS = [
  { name: 'servers', title: 'servers', colour: '#1a7f37' },
  { name: 'replicas', title: 'replicas', colour: '#0969da' },
  { name: 'primary', title: 'primary', colour: '#8250df' },
]
const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [760, 360, 64, 60, 110, 46]

export function plotScale(points) {
  const rates = points.map(({ readsPerSecond }) => readsPerSecond)
  const cores = points.flatMap(point => TIERS.map(({ name }) => point[name]))
  const x = scaleOf(rates, LEFT, WIDTH - RIGHT)
  const y = scaleOf(cores, HEIGHT - BOTTOM, TOP)
  const lines = TIERS.flatMap(({ name, title, colour }) => {
    const path = points.map(point => `${x.at(point.readsPerSecond)},${y.at(point[name])}`).join(' ')
    const end = y.at(points.at(-1)[name])
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<text x="${WIDTH - RIGHT + 8}" y="${end + 4}" fill="${colour}">${title}</text>`,
    ]
  })
  const parts = [
    '<title>Processor cores over reads per second</title>',
    '<style>text { font: 13px system-ui, sans-serif } .small { font-size: 12px; fill: #6e7781 } .grid { stroke: #8c959f; stroke-opacity: .35 }</style>',
    `<text class="small" x="${LEFT}" y="26">processor cores, half busy, over reads per second</text>`,
    ...x.ticks.flatMap(tick => [
      `<line class="grid" x1="${x.at(tick)}" y1="${TOP}" x2="${x.at(tick)}" y2="${HEIGHT - BOTTOM}"/>`,
      `<text class="small" text-anchor="middle" x="${x.at(tick)}" y="${HEIGHT - 20}">${tick.toLocaleString('en')}</text>`,
    ]),
    ...y.ticks.flatMap(tick => [
      `<line class="grid" x1="${LEFT}" y1="${y.at(tick)}" x2="${WIDTH - RIGHT}" y2="${y.at(tick)}"/>`,
      `<text class="small" text-anchor="end" x="${LEFT - 8}" y="${y.at(tick) + 4}">${tick.toLocaleString('en')}</text>`,
    ]),
    ...lines,
  ]
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n${parts.join('\n')}\n</svg>\n`
}

/** Whole powers of ten around the values. */
function scaleOf(values, start, end) {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.ceil(Math.log10(Math.max(...values)))
  const at = value => Number((start + ((Math.log10(value) - low) / (high - low)) * (end - start)).toFixed(1))
  return { at, ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)) }
}
