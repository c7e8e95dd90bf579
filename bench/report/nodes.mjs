/** The result of `--nodes` as a table and as a picture. */
import { aboutList } from './markdown.mjs'
import { number, table } from './table.mjs'

/** The part of the reads that replicas must answer. */
const GOAL = 0.9

const PARTS = [
  { name: 'primary', title: 'primary' },
  { name: 'replicas', title: 'replicas' },
  { name: 'nodes', title: 'servers' },
]

export function nodesMarkdown({ about, cells }) {
  const body = [
    `# Servers and replicas on PostgreSQL, ${number(about.size)} articles`,
    aboutList(about),
    `Milliseconds of CPU for 1,000 reads, without what the writes cost by themselves; that is the column "a write", on the primary. The share is that of replicas in the
reads of the database which they may answer.`,
    nodesTable(cells),
  ]
  return `${body.join('\n\n')}\n`
}

function nodesTable(cells) {
  const rows = cells.map(({ nodes, replicas, perSecond, p50, p99, cpu, perWrite, share }) => [
    ...[number(nodes), number(replicas), number(perSecond), number(p50, 1), number(p99, 1)],
    ...[cpu.primary, cpu.replicas, cpu.nodes, cpu.total].map(value => number(value)),
    number(perWrite.primary, 1),
    ...[percent(share), share === undefined ? '' : share >= GOAL ? 'yes' : 'no'],
  ])
  const columns = [
    ...['servers:', 'replicas:', 'reads/s:', 'p50 ms:', 'p99 ms:', 'CPU primary:', 'replicas:', 'servers:', 'all:'],
    ...['a write:', 'share of replicas:', `${percent(GOAL)} reached`],
  ]
  return table(columns, rows)
}

const WIDTH = 760
const LEFT = 190
const RIGHT = 120
const TOP = 76
const ROW = 28

const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 12px; fill: #59636e }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  .primary { fill: #8250df } .replicas { fill: #0969da } .nodes { fill: #1a7f37 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .small { fill: #9198a1 }
    .grid { stroke: #3d444d }
    .primary { fill: #ab7df8 } .replicas { fill: #4493f8 } .nodes { fill: #3fb950 }
  }`

export function plotNodes({ about, cells }) {
  const height = TOP + cells.length * ROW + 40
  const name = `CPU for 1,000 reads that are never the same, PostgreSQL, ${number(about.size)} articles`
  const most = Math.max(...cells.map(({ cpu }) => cpu.total), 1)
  const place = value => Math.round((LEFT + (value / most) * (WIDTH - LEFT - RIGHT)) * 10) / 10
  const marks = [0, 0.25, 0.5, 0.75, 1].flatMap(part => [
    `<line class="grid" x1="${place(part * most)}" x2="${place(part * most)}" y1="${TOP - 6}" y2="${height - 34}"/>`,
    `<text class="small" x="${place(part * most)}" y="${height - 16}" text-anchor="middle">${number(part * most)} ms</text>`,
  ])
  const parts = [
    `<title>${name}</title>`,
    `<style>${STYLE}\n</style>`,
    `<text class="title" x="16" y="26">${name}</text>`,
    ...PARTS.flatMap(({ name: style, title }, index) => [
      `<circle class="${style}" cx="${LEFT + 5 + index * 110}" cy="48" r="5"/>`,
      `<text x="${LEFT + 16 + index * 110}" y="52">${title}</text>`,
    ]),
    `<text class="small" x="${WIDTH - RIGHT + 12}" y="52">by replicas</text>`,
    ...marks,
    ...cells.flatMap((cell, index) => bars(cell, TOP + index * ROW, place)),
  ]
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n${parts.join('\n')}\n</svg>\n`
}

function bars({ nodes, replicas, cpu, share }, y, place) {
  let before = 0
  const rects = PARTS.map(({ name, title }) => {
    const [from, to] = [place(before), place(before + cpu[name])]
    before += cpu[name]
    const width = Math.round((to - from) * 10) / 10
    return `<rect class="${name}" x="${from}" y="${y + 3}" width="${width}" height="16"><title>${title}: ${number(cpu[name])} ms</title></rect>`
  })
  const text = `${nodes} ${nodes === 1 ? 'server' : 'servers'}, ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`
  return [
    `<text x="${LEFT - 12}" y="${y + 16}" text-anchor="end">${text}</text>`,
    ...rects,
    `<text class="small" x="${WIDTH - RIGHT + 12}" y="${y + 16}">${percent(share)}</text>`,
  ]
}

function percent(share) {
  return share === undefined ? '–' : `${Math.floor(share * 100)} %`
}
