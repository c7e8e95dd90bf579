/** The result of `--live` in tables and as a picture. */
import { aboutList, DATABASES, goalTable } from './markdown.mjs'
import { number, table } from './table.mjs'

const WIDTH = 760
const LEFT = 190
const RIGHT = 60
const ROW = 30
const BARS = 66
const CURVE = { top: 210, height: 220 }
const HEIGHT = CURVE.top + CURVE.height + 50
/** Milliseconds. */
const GOAL = 100
const SHARE_GOAL = 0.9
const STYLES = { nothing: 'quiet', 'reads at full speed': 'busy' }

const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .small { font-size: 12px; fill: #59636e }
  .grid { stroke: #d1d9e0; stroke-width: 1 } .goal { stroke: #cf222e; stroke-width: 2 }
  .bar { fill: #1a7f37 }
  .quiet, .busy { fill: none; stroke-width: 2 } .quiet { stroke: #0969da } .busy { stroke: #1a7f37 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .small { fill: #9198a1 }
    .grid { stroke: #3d444d } .goal { stroke: #f85149 }
    .bar { fill: #3fb950 } .quiet { stroke: #4493f8 } .busy { stroke: #3fb950 }
  }`

export function liveMarkdown({ about, goals, reads, events, taken, idle }) {
  const body = [
    `# Live queries on ${DATABASES[about.database]}, ${number(about.size)} articles`,
    aboutList(about),
    '## Goals',
    goalTable(goals),
    '## Reads beside them',
    `Cached pages of \`populate=*\` are read at full speed. The share is taken of the rate beside the same writes without streams, in the same round. CPU in
microseconds per read, with that of the writes and the events.`,
    readTable(reads),
    `Without reads, the streams add ${number(taken * 1000)} ms of CPU in each second to that of the writes.`,
    '## From commit to event',
    `In milliseconds. The moment of the commit is not known to clients: "from commit" begins with \`updatedAt\`, which the server sets shortly before, and "whole"
when the client sends the write.`,
    eventTable(events),
    `## Streams on which nothing happens`,
    idleTable(idle),
  ]
  return `${body.join('\n\n')}\n`
}

function readTable(reads) {
  const rows = reads.map(({ what, perSecond, share, p50, p99, cpu }) => [
    ...[what, number(perSecond), percent(share), number(p50, 2), number(p99, 2), number(cpu)],
  ])
  return table(['beside', 'req/s:', 'share:', 'p50 ms:', 'p99 ms:', 'CPU µs:'], rows)
}

function eventTable(events) {
  const rows = events.map(({ what, fromCommit, whole, write, events: count, missing }) => [
    ...[what, number(count), number(missing), ...middleAndLast(fromCommit), ...middleAndLast(whole)],
    ...middleAndLast(write).slice(0, 2),
  ])
  const columns = ['from commit p50:', 'p99:', 'most:', 'whole p50:', 'p99:', 'most:', 'the write p50:', 'p99:']
  return table(['beside', 'events:', 'missing:', ...columns], rows)
}

/** p50, p99 and the largest. */
function middleAndLast(percentiles) {
  return [percentiles[49], percentiles.at(-2), percentiles.at(-1)].map(each => number(each, 1))
}

function idleTable({ streams, queries, openedIn, cpuPerSecond, memory, counted }) {
  const megabytes = bytes => number(bytes / 2 ** 20)
  const rows = [
    ['streams', number(streams)],
    ['different queries', number(queries)],
    ['opened in, s', number(openedIn, 1)],
    ['RSS before, MB', megabytes(memory.before)],
    ['RSS with them, MB', megabytes(memory.after)],
    ['RSS, most ever, MB', megabytes(memory.peak)],
    ['kB for each stream', number(memory.perStream / 1000, 1)],
    ['CPU in each second, ms', number(cpuPerSecond * 1000, 1)],
    [`answers made for ${counted.writes} writes, each of which changes one`, number(counted.evaluations)],
  ]
  return table(['', ':'], rows)
}

export function plotLive({ about, reads, events, streams, queries, rate }) {
  const name = `${number(streams)} streams on ${queries} queries, ${rate} writes a second, ${DATABASES[about.database]}`
  const parts = [
    `<title>${name}</title>`,
    `<style>${STYLE}\n</style>`,
    `<text class="title" x="16" y="26">${name}</text>`,
    ...bars(reads),
    ...curves(events),
  ]
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n${parts.join('\n')}\n</svg>\n`
}

/** The rate of reads as a share of that beside the same writes without streams. */
function bars(reads) {
  const most = Math.max(1, ...reads.map(({ share }) => share))
  const place = share => tenth(LEFT + (share / most) * (WIDTH - LEFT - RIGHT))
  const goal = place(SHARE_GOAL)
  return [
    `<text class="small" x="16" y="48">rate of cached reads, as a share of that beside the same writes without streams; red: goal</text>`,
    ...reads.flatMap(({ what, share }, index) => {
      const y = BARS + index * ROW
      return [
        `<text x="${LEFT - 12}" y="${y + 15}" text-anchor="end">beside ${what}</text>`,
        `<rect class="bar" x="${LEFT}" y="${y + 4}" width="${tenth(place(share) - LEFT)}" height="14"/>`,
        `<text class="small" x="${place(share) + 6}" y="${y + 15}">${percent(share)}</text>`,
      ]
    }),
    `<line class="goal" x1="${goal}" x2="${goal}" y1="${BARS + 2 * ROW}" y2="${BARS + 2 * ROW + 24}"/>`,
  ]
}

/** Which part of the events has arrived after how long. */
function curves(events) {
  const { top, height } = CURVE
  const most = Math.max(2 * GOAL, ...events.map(({ fromCommit }) => fromCommit.at(-1)))
  const [low, high] = [0, Math.ceil(Math.log10(most))]
  const x = value => tenth(LEFT + ((Math.log10(Math.max(1, value)) - low) / (high - low)) * (WIDTH - LEFT - RIGHT))
  const y = part => tenth(top + height - part * height)
  const marks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  return [
    `<text class="small" x="16" y="${top - 22}">part of the events that has arrived, by the milliseconds since the commit; blue: without reads, green: beside reads at full speed</text>`,
    ...marks.flatMap(mark => [
      `<line class="grid" x1="${x(mark)}" x2="${x(mark)}" y1="${top}" y2="${top + height}"/>`,
      `<text class="small" x="${x(mark)}" y="${top + height + 18}" text-anchor="middle">${number(mark)} ms</text>`,
    ]),
    ...[0, 0.5, 0.99].flatMap(part => [
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(part)}" y2="${y(part)}"/>`,
      `<text class="small" x="${LEFT - 8}" y="${y(part) + 4}" text-anchor="end">${percent(part)}</text>`,
    ]),
    `<line class="goal" x1="${x(GOAL)}" x2="${x(GOAL)}" y1="${y(0.99) - 6}" y2="${y(0.99) + 12}"/>`,
    ...events.map(({ what, fromCommit }) => {
      const points = fromCommit.map((value, index) => `${x(value)},${y((index + 1) / 100)}`).join(' ')
      return `<polyline class="${STYLES[what]}" points="${points}"/>`
    }),
  ]
}

const tenth = value => Math.round(value * 10) / 10

function percent(share) {
  return `${Math.round(share * 100)} %`
}
