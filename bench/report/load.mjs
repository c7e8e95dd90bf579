/** The result of `--load` in tables and as a picture over time. */
import { aboutList, DATABASES, goalTable } from './markdown.mjs'
import { number, table } from './table.mjs'

const WIDTH = 760
const LEFT = 84
const RIGHT = 24
const TOP = 60
const PANEL = 120
const GAP = 46

const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 12px; fill: #59636e }
  .grid { stroke: #d1d9e0; stroke-width: 1 } .goal { stroke: #cf222e; stroke-width: 1.5 }
  .line { fill: none; stroke: #1a7f37; stroke-width: 1.5 } .other { fill: none; stroke: #818b98; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .small { fill: #9198a1 }
    .grid { stroke: #3d444d } .goal { stroke: #f85149 }
    .line { stroke: #3fb950 } .other { stroke: #9198a1 }
  }`

/** One above the other: a line, a second one in grey, and the most that is wanted. */
const PANELS = [
  {
    title: 'memory of the server, MB; grey: heap in use',
    line: ({ rss }) => rss / 2 ** 20,
    other: ({ heap }) => heap / 2 ** 20,
  },
  { title: 'longest block of the event loop, ms of CPU; red: goal', line: ({ longest }) => longest, goal: 50 },
  { title: 'CPU in each second, ms', line: ({ cpu }) => cpu * 1000 },
  { title: 'errors', line: ({ failed }) => failed },
]

export function loadMarkdown(result) {
  const { about, goals, minutes, kinds, blocks, series } = result
  const rss = series.map(each => each.rss / 2 ** 20)
  const body = [
    `# ${number(minutes, minutes < 10 ? 1 : 0)} minutes of mixed load on ${DATABASES[about.database]}, ${number(about.size)} articles`,
    aboutList(about),
    '## Goals',
    goalTable(goals),
    '## Requests',
    table(
      ['kind', 'answered:', 'errors:', 'left out:', 'p50 ms:', 'p99 ms:'],
      kinds.map(({ name, done, failed, skipped, p50, p99 }) => [
        ...[name, number(done), number(failed), number(skipped), number(p50, 1), number(p99, 1)],
      ]),
    ),
    '## Memory and event loop',
    table(
      ['', ':'],
      [
        ['memory at the start, MB', number(rss[0])],
        ['memory at the end, MB', number(rss.at(-1))],
        ['most, MB', number(Math.max(...rss))],
        ['blocks of more than 50 ms of CPU', number(blocks)],
        ['CPU in each second, ms', number((series.reduce((sum, { cpu }) => sum + cpu, 0) / series.length) * 1000)],
      ],
    ),
  ]
  return `${body.join('\n\n')}\n`
}

export function plotLoad({ about, minutes, series }) {
  const name = `Mixed load on ${DATABASES[about.database]}, ${number(about.size)} articles`
  const height = TOP + PANELS.length * (PANEL + GAP) + 10
  const x = minute => tenth(LEFT + (minute / minutes) * (WIDTH - LEFT - RIGHT))
  const parts = [
    `<title>${name}</title>`,
    `<style>${STYLE}\n</style>`,
    `<text class="title" x="16" y="26">${name}</text>`,
    ...PANELS.flatMap((panel, index) => drawn({ panel, series, x, minutes, top: TOP + index * (PANEL + GAP) })),
  ]
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n${parts.join('\n')}\n</svg>\n`
}

function drawn({ panel: { title, line, other = undefined, goal = 0 }, series, x, minutes, top }) {
  const most = roundUp(Math.max(1, goal * 1.2, ...series.map(line)))
  const y = value => tenth(top + PANEL - (value / most) * PANEL)
  const path = (style, pick) => {
    const points = series.map(each => `${x(each.minute)},${y(Math.min(most, pick(each)))}`).join(' ')
    return `<polyline class="${style}" points="${points}"/>`
  }
  return [
    `<text class="small" x="${LEFT}" y="${top - 8}">${title}</text>`,
    ...[0, most / 2, most].flatMap(mark => [
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(mark)}" y2="${y(mark)}"/>`,
      `<text class="small" x="${LEFT - 8}" y="${y(mark) + 4}" text-anchor="end">${number(mark, most < 10 ? 1 : 0)}</text>`,
    ]),
    ...[0, 0.5, 1].map(
      part =>
        `<text class="small" x="${x(minutes * part)}" y="${top + PANEL + 16}" text-anchor="${part === 1 ? 'end' : 'middle'}">${number(minutes * part, minutes < 10 ? 1 : 0)} min</text>`,
    ),
    ...(goal === 0 ? [] : [`<line class="goal" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(goal)}" y2="${y(goal)}"/>`]),
    ...(other === undefined ? [] : [path('other', other)]),
    path('line', line),
  ]
}

/** To one or two digits. */
function roundUp(value) {
  const unit = 10 ** Math.floor(Math.log10(value))
  return Math.ceil((value / unit) * 2) * (unit / 2)
}

const tenth = value => Math.round(value * 10) / 10
