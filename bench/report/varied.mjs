/** The result of `--varied` in words and tables. */
import { variedGoal } from './goals.mjs'
import { aboutList, DATABASES, figureTable, memoryTable } from './markdown.mjs'
import { number, table } from './table.mjs'

/** What each case costs on ours and on Strapi, and whether that is as wanted. */
export function variedRatios({ database, cells }) {
  const cellOf = (name, server) => cells.find(cell => cell.case === name && cell.server === server)
  return cells
    .filter(({ server }) => server === 'ours')
    .map(ours => {
      const { case: name, title } = ours
      const strapi = cellOf(name, 'strapi4')
      const ratio = strapi && strapi.cpu.total / ours.cpu.total
      const goal = variedGoal({ database, name, ratio })
      const first = ours.rounds[0].cpu.total
      return { case: name, title, ours: ours.cpu.total, first, strapi4: strapi?.cpu.total, ratio, goal }
    })
}

export function variedMarkdown({ about, cells, ratios, memory }) {
  const body = [
    `# No address twice, ${DATABASES[about.database]}, ${number(about.size)} articles`,
    aboutList(about),
    '## CPU per request',
    `Milliseconds of CPU, ${about.database === 'postgres' ? "the database's included, " : ''}in the best round of each server.
Addresses are new in every round, but entries that a server has kept from an earlier round are not: "first round" is ours before that.
Strapi v4 has no \`search\`.`,
    ratioTable(ratios),
    '## Figures',
    'CPU in microseconds per request.',
    figureTable(cells),
    '## Memory',
    memoryTable(memory),
  ]
  return `${body.join('\n\n')}\n`
}

function ratioTable(ratios) {
  const rows = ratios.map(({ title, ours, first, strapi4, ratio, goal }) => [
    ...[title, milliseconds(ours), milliseconds(first), milliseconds(strapi4)],
    ...[ratio === undefined ? '–' : number(ratio, ratio < 10 ? 1 : 0), goal?.wanted ?? '–'],
    goal?.reached === undefined ? '–' : goal.reached ? 'yes' : 'no',
  ])
  return table(['request', 'ours:', 'first round:', 'Strapi v4:', 'times:', 'goal:', 'reached'], rows)
}

function milliseconds(microseconds) {
  return microseconds === undefined ? '–' : number(microseconds / 1000, microseconds < 10_000 ? 2 : 1)
}

/** For a look in between: ours alone. */
export function variedShort({ about, cells }) {
  return `# No address twice, ${DATABASES[about.database]}: CPU in microseconds per request\n\n${figureTable(cells)}\n`
}
