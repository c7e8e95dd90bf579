/** The processes that a server starts, which must end with it. */
import { readFileSync } from 'node:fs'

/** The processes that a process has started, where Linux says it. */
export function childrenOf(pid: number | undefined): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Processes of a killed server end by themselves. */
export async function stillRunning(children: readonly number[]): Promise<readonly string[]> {
  const alive = () => children.filter(isAlive)
  const latest = Date.now() + 20_000
  while (alive().length > 0 && Date.now() < latest) await new Promise(resolve => setTimeout(resolve, 50))
  return alive().map(pid => `process ${pid} of a killed server still runs`)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
