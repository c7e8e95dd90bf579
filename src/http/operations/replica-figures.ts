/** How the replicas of the database are, and how many reads they answer, in the Prometheus format. */
import { Counter, Gauge, type Registry } from 'prom-client'

export interface ReplicaReads {
  /** Host and port. */
  readonly address: string
  /** `in use`, or why it gets no reads. */
  readonly state: string
  /** Bytes of the log that it has not replayed yet; `null` if that is unknown. */
  readonly lag: number | null
  /** Reads that it has answered since the start. */
  readonly answers: number
  /** Its part of all reads that a replica may answer, from 0 to 1. */
  readonly share: number
}

/** Processes that serve together see one and the same replica, so that its lag must not be added up. */
export function watchReplicas(registry: Registry, read: () => readonly ReplicaReads[]): void {
  const shared = { labelNames: ['replica'] as const, registers: [registry] }
  new Counter({
    ...shared,
    name: 'populus_replica_reads_total',
    help: 'Reads that a replica has answered.',
    collect() {
      this.reset()
      for (const { address, answers } of read()) this.inc({ replica: address }, answers)
    },
  })
  const gauge = (name: string, help: string, figure: (replica: ReplicaReads) => number | null) =>
    new Gauge({
      ...shared,
      name: `populus_replica_${name}`,
      help,
      aggregator: 'max',
      collect() {
        this.reset()
        for (const replica of read()) {
          const value = figure(replica)
          if (value !== null) this.set({ replica: replica.address }, value)
        }
      },
    })
  gauge('in_use', '1 if the replica gets reads, 0 if it is behind, promoted, not following or unreachable.', each =>
    each.state === 'in use' ? 1 : 0,
  )
  gauge('lag_bytes', 'Bytes of the log that the replica has not replayed yet.', ({ lag }) => lag)
  gauge(
    'share',
    'Part of the reads that the replica has answered, of those that replicas may answer.',
    ({ share }) => share,
  )
}
