/** The result of `--writes` as a table and as a picture. */
import { aboutList, DATABASES } from './markdown.mjs'
import { number, table } from './table.mjs'

/** The share of the rate without writes that must be left, by writes per second. */
const GOALS = { 1: 0.8, 10: 0.6 }

const WIDTH = 760
const LEFT = 220
const RIGHT = 60
const TOP = 64
const ROW = 30

const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 12px; fill: #59636e }
  .grid { stroke: #d1d9e0; stroke-width: 1 } .goal { stroke: #cf222e; stroke-width: 2 }
  .now { fill: #1a7f37 } .earlier { fill: #818b98 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .small { fill: #9198a1 }
    .grid { stroke: #3d444d } .goal { stroke: #f85149 }
    .now { fill: #3fb950 } .earlier { fill: #9198a1 }
  }`

/** `earlier` is the result of the run to compare with, if there is one. */
export function writesMarkdown({ about, pages, cells }, earlier) {
  const rows = cells.map(cell => {
    const before = earlier?.cells.find(isSame(cell))
    return [
      ...[title(cell), number(cell.perSecond), percent(cell.share), number(cell.p50, 2), number(cell.p99, 2)],
      ...[number(cell.cpu), percent(before?.share), GOALS[cell.rate] === undefined ? '' : percent(GOALS[cell.rate])],
    ]
  })
  const columns = [
    'one entry is written',
    'req/s:',
    'share:',
    'p50 ms:',
    'p99 ms:',
    'CPU µs:',
    'share before:',
    'goal:',
  ]
  const body = [
    `# Cached reads beside writes on ${DATABASES[about.database]}, ${number(about.size)} articles`,
    aboutList(about),
    `${pages} cached pages are read at full speed while single entries are written. The share is taken of the rate without
writes, measured directly before.`,
    ...(earlier === undefined ? [] : [beforeText(earlier)]),
    table(columns, rows),
  ]
  return `${body.join('\n\n')}\n`
}

function beforeText({ about: { load } }) {
  return `"Before" is the last version that dropped every answer of a changed table, in a run of its own at a load average of
${load.before} to ${load.after}. On a busy machine, writes take a larger part of the time that the server gets.`
}

export function plotWrites({ about, cells }, earlier) {
  const shown = cells.filter(({ rate }) => rate > 0)
  const height = TOP + shown.length * ROW + 46
  const name = `Share of the rate without writes, ${DATABASES[about.database]}, ${number(about.size)} articles`
  const place = share => Math.round((LEFT + Math.min(1.1, share) * (WIDTH - LEFT - RIGHT)) * 10) / 10
  const marks = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap(mark => [
    `<line class="grid" x1="${place(mark)}" x2="${place(mark)}" y1="${TOP - 8}" y2="${height - 40}"/>`,
    `<text class="small" x="${place(mark)}" y="${height - 22}" text-anchor="middle">${percent(mark)}</text>`,
  ])
  const parts = [
    `<title>${name}</title>`,
    `<style>${STYLE}\n</style>`,
    `<text class="title" x="16" y="26">${name}</text>`,
    `<text class="small" x="16" y="46">green: now; grey: when a write dropped every answer of its table; red: goal</text>`,
    ...marks,
    ...shown.flatMap((cell, index) => bars(cell, earlier?.cells.find(isSame(cell)), TOP + index * ROW, place)),
  ]
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n${parts.join('\n')}\n</svg>\n`
}

function bars(cell, before, y, place) {
  const bar = (style, share, top, thickness) =>
    `<rect class="${style}" x="${LEFT}" y="${top}" width="${place(share) - LEFT}" height="${thickness}"/>`
  const goal = place(GOALS[cell.rate] ?? 0)
  return [
    `<text x="${LEFT - 12}" y="${y + 15}" text-anchor="end">${title(cell)}</text>`,
    bar('now', cell.share, y + 2, 11),
    ...(before === undefined ? [] : [bar('earlier', before.share, y + 14, 6)]),
    `<line class="goal" x1="${goal}" x2="${goal}" y1="${y}" y2="${y + 22}"/>`,
  ]
}

function isSame({ what, rate }) {
  return other => other.what === what && other.rate === rate
}

function title({ what, rate }) {
  if (rate === 0) return 'never'
  return `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}, ${rate === 1 ? 'once' : `${rate} times`} a second`
}

function percent(share) {
  return share === undefined ? '–' : `${Math.round(share * 100)} %`
}
