/** How long the work of this process keeps others from their turn. */

export interface Holds {
  /** The longest time between two turns, in milliseconds of CPU: other processes do not change it much. */
  readonly longest: number
  /** The CPU of all turns together. */
  readonly total: number
  readonly turns: number
}

export async function holdsDuring(work: () => Promise<unknown>): Promise<Holds> {
  let [longest, turns, isOver] = [0, 0, false]
  const begin = cpu()
  let last = begin
  const turn = () => {
    const now = cpu()
    longest = Math.max(longest, now - last)
    last = now
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return { longest: Math.max(longest, cpu() - last), total: cpu() - begin, turns }
}

function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
