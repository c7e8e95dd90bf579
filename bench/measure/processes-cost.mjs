/** CPU time and memory of processes, from /proc, or from `ps` where there is none. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/stat')
const ticks = hasProc ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 0

/** Seconds of CPU that a process has used, all its threads together. */
export function cpuSeconds(pid) {
  return hasProc ? own(readStat(pid)) : parsePsTime(ps('cputime=', pid))
}

/** Seconds of CPU that a process and its children have used, ended children included. */
export function cpuSecondsOfTree(pid) {
  if (!hasProc) return [pid, ...psChildren(pid)].reduce((sum, each) => sum + cpuSeconds(each), 0)
  const parent = readStat(pid)
  let sum = own(parent) + (Number(parent.fields[13]) + Number(parent.fields[14])) / ticks
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readStat(name)
      if (Number(stat.fields[1]) === pid) sum += own(stat)
    } catch {
      // It has ended since; its time has gone to its parent.
    }
  }
  return sum
}

/** Seconds of CPU of a server, and of the database where that is apart from it. */
export function costOf(server, database) {
  return cpuSeconds(server.pid) + (database === undefined ? 0 : cpuSecondsOfTree(database.pid))
}

/** Memory that a process holds now, and the most it ever held, in bytes. */
export function memoryOf(pid) {
  if (!hasProc) return { rss: Number(ps('rss=', pid)) * 1024 }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = name => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { rss: read('VmRSS'), peak: read('VmHWM') }
}

/** The fields after the name, which may hold spaces: 0 is the state, 1 the parent, 11 to 14 the times. */
function readStat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return { fields: text.slice(text.lastIndexOf(')') + 2).split(' ') }
}

function own({ fields }) {
  return (Number(fields[11]) + Number(fields[12])) / ticks
}

function ps(column, pid) {
  return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim()
}

function psChildren(pid) {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map(line => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid ? [child] : []))
}

/** `1-02:03:04.50` */
function parsePsTime(text) {
  const [days, clock] = text.includes('-') ? text.split('-') : ['0', text]
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400
}
