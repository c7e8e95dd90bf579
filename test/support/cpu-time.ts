/** How long work keeps the processor busy in this process, in milliseconds. Other processes do not change it much. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
