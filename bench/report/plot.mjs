/** A picture of a result: CPU per request of every case on every server, on a logarithmic scale. */

const SERVERS = [
  { name: 'mem', title: 'memory only', style: 'mem' },
  { name: 'ours', title: 'Populus', style: 'warm' },
  { name: 'warm', title: 'Populus, warm', style: 'warm' },
  { name: 'cold', title: 'Populus, cold', style: 'cold' },
  { name: 'strapi4', title: 'Strapi v4', style: 'strapi' },
]
const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL, server and database' }

const WIDTH = 760
const LEFT = 200
const RIGHT = 40
const TOP = 84
const ROW = 34
const BOTTOM = 46

/** Works on a light and on a dark page: the picture has no background, and its colours follow the reader's setting. */
const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 12px; fill: #59636e }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  .span { stroke: #d1d9e0; stroke-width: 3; stroke-linecap: round }
  .strapi { fill: #8250df } .cold { fill: #0969da } .warm { fill: #1a7f37 } .mem { fill: #818b98 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .small { fill: #9198a1 }
    .grid { stroke: #3d444d } .span { stroke: #3d444d }
    .strapi { fill: #ab7df8 } .cold { fill: #4493f8 } .warm { fill: #3fb950 } .mem { fill: #9198a1 }
  }`

export function plot({ about, cells }) {
  const cases = [...new Map(cells.map(cell => [cell.case, cell.title]))]
  const servers = SERVERS.filter(({ name }) => cells.some(cell => cell.server === name))
  const height = TOP + cases.length * ROW + BOTTOM
  const scale = logScale(cells.map(cell => cell.cpu.total))
  const title = `CPU time per request, ${DATABASES[about.database]}, ${about.size.toLocaleString('en')} articles`
  const parts = [
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}\n</style>`,
    `<text class="title" x="16" y="26">${escaped(title)}</text>`,
    ...legend(servers),
    ...axis(scale, height),
    ...cases.flatMap(([name, caseTitle], index) => {
      const shown = servers.flatMap(server => {
        const cell = cells.find(each => each.case === name && each.server === server.name)
        return cell === undefined ? [] : [{ ...server, cpu: cell.cpu.total }]
      })
      return row(caseTitle, shown, TOP + index * ROW + ROW / 2, scale)
    }),
  ]
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n${parts.join('\n')}\n</svg>\n`
}

/** From microseconds to a place, between whole powers of ten. */
function logScale(values) {
  const known = values.filter(value => value > 0)
  const low = Math.floor(Math.log10(Math.min(...known)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...known))))
  const place = value => LEFT + ((Math.log10(value) - low) / (high - low)) * (WIDTH - LEFT - RIGHT)
  const marks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  return { place: value => round(place(Math.max(value, 10 ** low))), marks }
}

function legend(servers) {
  let x = LEFT
  return servers.toReversed().flatMap(({ title, style }) => {
    const parts = [
      `<circle class="${style}" cx="${x + 5}" cy="${TOP - 36}" r="5"/>`,
      `<text x="${x + 16}" y="${TOP - 32}">${escaped(title)}</text>`,
    ]
    x += 34 + title.length * 7.5
    return parts
  })
}

function axis({ place, marks }, height) {
  const end = height - BOTTOM + 6
  return marks.flatMap(mark => [
    `<line class="grid" x1="${place(mark)}" x2="${place(mark)}" y1="${TOP - 8}" y2="${end}"/>`,
    `<text class="small" x="${place(mark)}" y="${end + 18}" text-anchor="middle">${duration(mark)}</text>`,
  ])
}

function row(title, shown, y, { place }) {
  const places = shown.map(({ cpu }) => place(cpu))
  return [
    `<text x="${LEFT - 16}" y="${y + 4}" text-anchor="end">${escaped(title)}</text>`,
    `<line class="span" x1="${Math.min(...places)}" x2="${Math.max(...places)}" y1="${y}" y2="${y}"/>`,
    ...shown.map(({ style, title: server, cpu }) => {
      const text = escaped(`${title}, ${server}: ${duration(cpu)}`)
      return `<circle class="${style}" cx="${place(cpu)}" cy="${y}" r="6"><title>${text}</title></circle>`
    }),
  ]
}

function duration(microseconds) {
  const short = value => Number(value.toPrecision(2))
  if (microseconds < 1000) return `${short(microseconds)} µs`
  return microseconds < 1e6 ? `${short(microseconds / 1000)} ms` : `${short(microseconds / 1e6)} s`
}

function round(value) {
  return Math.round(value * 10) / 10
}

function escaped(text) {
  return text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
}
