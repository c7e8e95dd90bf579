/** How long work keeps the processor of this process busy, in milliseconds. Other processes do not change it much. */
export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
