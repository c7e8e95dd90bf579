/** What is said about the rounds of a cell, and how cells compare. */

/** Rates, latencies and bytes are medians; CPU time is that of the least disturbed round. */
export function digest({ rounds, ...cell }) {
  const middle = pick => median(rounds.map(pick))
  return {
    ...cell,
    requests: rounds.reduce((sum, round) => sum + round.requests, 0),
    perSecond: middle(round => round.perSecond),
    p50: middle(round => round.p50),
    p99: middle(round => round.p99),
    bytes: middle(round => round.bytes),
    cpu: rounds.map(round => round.cpu).reduce((least, cpu) => (cpu.total < least.total ? cpu : least)),
    rounds,
  }
}

/** For every case: times less CPU than Strapi, times its rate, and the share of what memory alone reaches. */
export function ratiosOf(cells) {
  const find = (name, server) => cells.find(cell => cell.case === name && cell.server === server)
  return [...new Set(cells.map(cell => cell.case))].map(name => {
    const [cold, warm, strapi, mem] = ['cold', 'warm', 'strapi4', 'mem'].map(server => find(name, server))
    return {
      case: name,
      title: cold.title,
      coldCpu: over(strapi?.cpu.total, cold.cpu.total),
      warmCpu: over(strapi?.cpu.total, warm.cpu.total),
      coldRate: over(cold.perSecond, strapi?.perSecond),
      coldShare: share(cold, mem),
      warmShare: share(warm, mem),
      warmCpuShare: over(mem?.cpu.total, warm.cpu.total),
    }
  })
}

/** Slices of one round lie close together in time, so they are compared with each other. */
function share(cell, ceiling) {
  if (ceiling === undefined) return undefined
  return median(cell.rounds.map((round, index) => round.perSecond / ceiling.rounds[index].perSecond))
}

function over(value, by) {
  return value === undefined || by === undefined ? undefined : value / by
}

export function median(values) {
  const sorted = values.toSorted((left, right) => left - right)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}
