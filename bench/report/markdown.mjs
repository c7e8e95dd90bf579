/** A result in words and tables. */
import { number, table } from './table.mjs'

export const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const SERVERS = { ours: 'ours', cold: 'ours, cold', warm: 'ours, warm', strapi4: 'Strapi v4', mem: 'mem' }

export function resultMarkdown(result) {
  const { about, cells, ratios, memory, goals } = result
  const body = [
    `# ${DATABASES[about.database]}, ${number(about.size)} articles`,
    aboutList(about),
    '## Goals',
    goalTable(goals),
    '## Figures',
    'CPU in microseconds per request. Cold: response cache off, URLs drawn at random. Warm: response cache on, URLs that repeat.',
    figureTable(cells),
    '## Ratios',
    ratioTable(ratios),
    '## Memory',
    memoryTable(memory),
  ]
  return `${body.join('\n\n')}\n`
}

export function goalTable(goals) {
  const rows = goals.map(({ goal, wanted, found, reached }) => [
    goal,
    wanted,
    found,
    reached === undefined ? 'not measured' : reached ? 'yes' : 'no',
  ])
  return table(['goal', 'wanted:', 'found:', 'reached'], rows)
}

export function aboutList(about) {
  const { machine, load } = about
  const lines = [
    `date: ${about.date}`,
    `command: \`${about.command}\``,
    `machine: ${machine.cpu}, ${machine.cores} cores, ${number(machine.memory / 2 ** 30, 1)} GB, ${machine.system}`,
    `load average: ${load.before} before, ${load.after} after`,
    `versions: Populus ${machine.populus}, Node ${machine.node}, ${about.databaseVersion}`,
    `${about.connections} connections, ${about.rounds} rounds of ${about.seconds} s for each case on each server, interleaved`,
    ...about.notes,
  ]
  return lines.map(line => `- ${line}`).join('\n')
}

export function figureTable(cells) {
  const rows = cells.map(({ title, server, urls, perSecond, p50, p99, cpu, bytes }) => [
    ...[title, SERVERS[server], urls, number(perSecond, perSecond < 100 ? 1 : 0)],
    ...[number(p50, 2), number(p99, 2), ...cost(cpu), kilobytes(bytes)],
  ])
  const columns = [
    'case',
    'server',
    'URLs',
    'req/s:',
    'p50 ms:',
    'p99 ms:',
    'CPU server:',
    'CPU database:',
    'CPU:',
    'kB:',
  ]
  return table(columns, rows)
}

function ratioTable(ratios) {
  const times = value => (value === undefined ? '–' : `${value.toFixed(1)}×`)
  const percent = value => (value === undefined ? '–' : `${(value * 100).toFixed(1)} %`)
  const rows = ratios.map(({ title, coldCpu, warmCpu, coldRate, coldShare, warmShare, warmCpuShare }) => [
    ...[title, times(coldCpu), times(warmCpu), times(coldRate)],
    ...[percent(coldShare), percent(warmShare), percent(warmCpuShare)],
  ])
  const strapi = ['CPU, Strapi v4 over cold:', 'over warm:', 'req/s, cold over Strapi v4:']
  const mem = ['share of mem req/s, cold:', 'warm:', 'warm, by CPU:']
  return table(['case', ...strapi, ...mem], rows)
}

export function memoryTable(memory) {
  const megabytes = value => number(value / 2 ** 20)
  const rows = memory.map(({ server, before, after, peak }) => [
    ...[SERVERS[server], megabytes(before), megabytes(after), megabytes(peak)],
  ])
  return table(['server', 'RSS at the start, MB:', 'after the whole run:', 'most ever:'], rows)
}

function cost({ server, database, total }) {
  return [server, database, total].map(value => number(value, value < 100 && value > 0 ? 1 : 0))
}

function kilobytes(bytes) {
  return number(bytes / 1000, 1)
}
