/** The figures of a process: those that prom-client collects from Node, and the running versions. */
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

export function watchProcess(registry: Registry, version: string): void {
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({ name: 'populus_processes', help: 'Processes that serve requests together.', registers }).set(1)
  new Gauge({
    name: 'populus_build_info',
    help: 'Versions, as labels.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers,
  }).set({ version, node: process.version }, 1)
}
