/** A group of processes that may use so much memory together, enforced by the system (Linux control groups, version 1 or 2). */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface MemoryGroup {
  /** Words before a command that make it, and all processes that it starts, members of the group. */
  readonly entry: readonly string[]
  /** What the processes themselves hold, in bytes. Cached files are not part of it. */
  held(): number
  /** The most that was ever counted, cached files included. */
  peak(): number
  /** How many processes were killed for lack of memory. */
  killed(): number
  /** Waits until all of its processes have ended. */
  remove(): Promise<void>
}

interface Version {
  readonly root: string
  readonly limit: string
  readonly held: readonly [file: string, key: string]
  readonly peak: string
  readonly killed: readonly [file: string, key: string]
}

const VERSIONS: readonly Version[] = [
  {
    root: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    held: ['memory.stat', 'total_rss'],
    peak: 'memory.max_usage_in_bytes',
    killed: ['memory.oom_control', 'oom_kill'],
  },
  {
    root: '/sys/fs/cgroup',
    limit: 'memory.max',
    held: ['memory.stat', 'anon'],
    peak: 'memory.peak',
    killed: ['memory.events', 'oom_kill'],
  },
]

/** Returns the reason as text where the system does not allow it. */
export function memoryGroup(bytes: number): MemoryGroup | string {
  const version = VERSIONS.find(({ root }) => existsSync(join(root, 'cgroup.procs')))
  if (version === undefined) return 'this system has no control groups for memory'
  const folder = join(version.root, `populus-test-${process.pid}`)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, version.limit), String(bytes))
  } catch (error) {
    if (existsSync(folder)) rmdirSync(folder)
    return `a control group cannot be made here (${(error as Error).message})`
  }
  const number = ([file, key]: readonly [string, string]) =>
    Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(readFileSync(join(folder, file), 'utf8'))?.[1])
  return {
    entry: ['/bin/sh', '-c', `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$@"`, 'sh'],
    held: () => number(version.held),
    peak: () => Number(readFileSync(join(folder, version.peak), 'utf8')),
    killed: () => number(version.killed),
    remove: async () => {
      while (readFileSync(join(folder, 'cgroup.procs'), 'utf8') !== '') await pause(50)
      rmdirSync(folder)
    },
  }
}
