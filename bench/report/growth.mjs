/** The result of `--growth` in tables, and as a picture: CPU over size, a panel for each group of cases. */
import { GROUPS } from '../measure/growing.mjs'
import { GROWTH } from './goals.mjs'
import { aboutList, DATABASES } from './markdown.mjs'
import { number, table } from './table.mjs'

/** For each case: its cost at each size, how much it grows, and whether that is as wanted. */
export function growthRatios(cells, sizes) {
  const costs = (name, server) =>
    sizes.map(size => cells.find(cell => cell.case === name && cell.size === size && cell.server === server)?.cpu.total)
  const cases = new Map(cells.filter(({ server }) => server === 'ours').map(cell => [cell.case, cell]))
  return [...cases.values()].map(({ case: name, group, title, counts }) => {
    const [ours, strapi4] = [costs(name, 'ours'), costs(name, 'strapi4')]
    const growth = ours.at(-1) / ours[0]
    const most = counts ? GROWTH.counting : GROWTH.usual
    const times = strapi4.map((cost, index) => cost && cost / ours[index])
    const isBelow = times.every(each => each === undefined || each >= GROWTH.strapi)
    return {
      ...{ case: name, group, title, sizes, ours, strapi4, growth, most, times },
      reached: growth <= most,
      isBelow,
    }
  })
}

export function growthMarkdown({ about, ratios, cells }) {
  const sizes = about.size
  const asked = sizes.filter((_, index) => ratios.some(({ strapi4 }) => strapi4[index] !== undefined))
  const columns = [
    ...['request', ...sizes.map(size => `${number(size)}:`), 'growth:', 'goal:', 'reached'],
    ...asked.map(size => `Strapi, ${number(size)}:`),
    ...(asked.length === 0 ? [] : ['times:', '10 times']),
  ]
  const rows = ratios.map(({ title, ours, strapi4, growth, most, reached, times, isBelow }) => [
    ...[title, ...ours.map(milliseconds), growth.toFixed(2), `≤ ${most}`, reached ? 'yes' : 'no'],
    ...asked.map(size => milliseconds(strapi4[sizes.indexOf(size)])),
    ...(asked.length === 0 ? [] : timesOf(times, isBelow)),
  ])
  const figures = cells.map(({ title, server, size, requests, perSecond, cpu, bytes }) => [
    ...[
      title,
      server === 'ours' ? 'ours' : 'Strapi v4',
      number(size),
      number(requests),
      number(perSecond, perSecond < 100 ? 1 : 0),
    ],
    ...[cpu.server, cpu.database, cpu.total].map(value => number(value)),
    number(bytes / 1000, 1),
  ])
  const body = [
    `# From ${number(sizes[0])} to ${number(sizes.at(-1))} articles on ${DATABASES[about.database]}`,
    aboutList(about),
    '## CPU per request',
    'Milliseconds, those of the database included, in the best round. No address is asked twice. Growth is the largest size over the smallest.',
    table(columns, rows),
    '## Figures',
    'CPU in microseconds per request.',
    table(
      ['request', 'server', 'articles:', 'requests:', 'req/s:', 'CPU server:', 'CPU database:', 'CPU:', 'kB:'],
      figures,
    ),
  ]
  return `${body.join('\n\n')}\n`
}

/** The fewest times of all sizes. */
function timesOf(times, isBelow) {
  const known = times.filter(each => each !== undefined)
  return known.length === 0 ? ['–', '–'] : [number(Math.min(...known), 1), isBelow ? 'yes' : 'no']
}

function milliseconds(microseconds) {
  return microseconds === undefined ? '–' : number(microseconds / 1000, microseconds < 10_000 ? 2 : 1)
}

const WIDTH = 760
const LEFT = 76
const RIGHT = 300
const TOP = 64
const PANEL = 150
const GAP = 56
const LINE = 17
/** One for each case of a group. */
const COLOURS = ['#0969da', '#1a7f37', '#bf8700', '#cf222e', '#1b7c83', '#bf3989', '#6e7781', '#bc4c00', '#57606a']

const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 12px; fill: #59636e }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  polyline { fill: none; stroke-width: 2 } .strapi { stroke-dasharray: 4 4; opacity: .7 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .small { fill: #9198a1 }
    .grid { stroke: #3d444d }
  }`

export function plotGrowth({ about, ratios }) {
  const name = `CPU per request over the number of articles, ${DATABASES[about.database]}`
  const groups = Object.keys(GROUPS).filter(group => ratios.some(each => each.group === group))
  const height = TOP + groups.length * (PANEL + GAP)
  const parts = groups.flatMap((group, index) => {
    const cases = ratios.filter(each => each.group === group)
    return panelOf({ title: GROUPS[group], cases, sizes: about.size, top: TOP + index * (PANEL + GAP) })
  })
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`
  const head = [`<title>${name}</title>`, `<style>${STYLE}\n</style>`]
  const words = `<text class="title" x="16" y="26">${name}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n${[...head, words, ...parts].join('\n')}\n</svg>\n`
}

/** Both scales are logarithmic: a cost in proportion to the size is a diagonal. */
function panelOf({ title, cases, sizes, top }) {
  const known = cases.flatMap(({ ours, strapi4 }) => [...ours, ...strapi4]).filter(isDrawn)
  const [low, high] = [Math.floor(Math.log10(Math.min(...known))), Math.ceil(Math.log10(Math.max(...known)))]
  const y = cost => tenth(top + PANEL - ((Math.log10(cost) - low) / Math.max(1, high - low)) * PANEL)
  const part = size => Math.log(size / sizes[0]) / Math.log(sizes.at(-1) / sizes[0])
  const x = size => tenth(LEFT + part(size) * (WIDTH - LEFT - RIGHT))
  const marks = Array.from({ length: Math.max(1, high - low) + 1 }, (_, index) => 10 ** (low + index))
  const line = (costs, style, colour) => {
    const points = costs.flatMap((cost, index) => (!isDrawn(cost) ? [] : [`${x(sizes[index])},${y(cost)}`]))
    return points.length === 0 ? [] : [`<polyline class="${style}" stroke="${colour}" points="${points.join(' ')}"/>`]
  }
  return [
    `<text x="${LEFT}" y="${top - 10}">${title}</text>`,
    ...marks.flatMap(mark => [
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(mark)}" y2="${y(mark)}"/>`,
      `<text class="small" x="${LEFT - 8}" y="${y(mark) + 4}" text-anchor="end">${number(mark / 1000, mark < 1000 ? 2 : 0)} ms</text>`,
    ]),
    ...sizes.map(
      size => `<text class="small" x="${x(size)}" y="${top + PANEL + 16}" text-anchor="middle">${number(size)}</text>`,
    ),
    ...cases.flatMap(({ title: words, ours, strapi4 }, index) => [
      ...line(ours, 'ours', COLOURS[index]),
      ...line(strapi4, 'strapi', COLOURS[index]),
      `<text x="${WIDTH - RIGHT + 20}" y="${top + 8 + index * LINE}" style="fill: ${COLOURS[index]}">${words}</text>`,
    ]),
    ...(cases.some(({ strapi4 }) => strapi4.some(Boolean))
      ? [`<text class="small" x="${WIDTH - RIGHT + 20}" y="${top + 8 + cases.length * LINE}">dashed: Strapi v4</text>`]
      : []),
  ]
}

const tenth = value => Math.round(value * 10) / 10

/** A slice of a few requests may take no tick of the clock, and nothing is at the beginning of a logarithmic scale. */
const isDrawn = cost => cost > 0
