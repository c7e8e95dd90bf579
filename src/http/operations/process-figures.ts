/** The figures of a process: time on the processor, memory, and how long the event loop keeps others waiting. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

const NANOSECONDS = 1e9

/** Gives the function that ends it. Names are those that dashboards for Node know, where there is one. */
export function watchProcess(registry: Registry, version: string): () => void {
  const registers = [registry]
  watchMemoryAndTime(registers)
  new Gauge({
    name: 'populus_processes',
    help: 'Processes that serve together.',
    registers,
  }).set(1)
  new Gauge({
    name: 'populus_build_info',
    help: 'Versions, as labels.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers,
  }).set({ version, node: process.version }, 1)
  return watchEventLoop(registers)
}

function watchMemoryAndTime(registers: Registry[]): void {
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Time on the processor.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'Memory that JavaScript objects take.',
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed)
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process was started, in seconds since 1970; of several the latest.',
    aggregator: 'max',
    registers,
  }).set(performance.timeOrigin / 1000)
}

/** Delays are those since the figures were read the last time; of several processes the longest. */
function watchEventLoop(registers: Registry[]): () => void {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help,
      aggregator: 'max',
      registers,
      collect() {
        this.set(read() / NANOSECONDS)
      },
    })
  gauge('p50', 'Half of the delays of the event loop were shorter.', () => delays.percentile(50))
  gauge('p99', '99 of 100 delays of the event loop were shorter.', () => delays.percentile(99))
  gauge('max', 'The longest delay of the event loop.', () => {
    const longest = delays.max
    delays.reset()
    return longest
  })
  new Counter({
    name: 'nodejs_eventloop_seconds_total',
    help: 'Time that the event loop has worked and waited.',
    labelNames: ['state'],
    registers,
    collect() {
      const { active, idle } = performance.eventLoopUtilization()
      this.reset()
      this.inc({ state: 'active' }, active / 1000)
      this.inc({ state: 'idle' }, idle / 1000)
    },
  })
  return () => {
    delays.disable()
  }
}
