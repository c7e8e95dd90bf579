/** Work that goes on beside the requests. */
import { dropChanges } from '../changes/drop-changes.ts'
import { type KeptChanges, keepChanges } from '../changes/keep-changes.ts'
import type { Config } from '../config/config.ts'
import { dropVersions, type KeptHistory } from '../history/drop-versions.ts'
import type { UsersContext } from '../identity/users/users-context.ts'
import type { ManagementContext } from '../management/management-context.ts'
import { Scheduler } from '../management/schedule/scheduler.ts'
import { runningIn } from '../storage/run-fragment.ts'
import type { Storage } from '../tables/open-storage.ts'
import { Lease } from '../tasks/lease.ts'
import { LoneWorker } from '../tasks/lone-worker.ts'
import { Deliverer } from '../webhooks/deliverer.ts'
import { KnownWebhooks } from '../webhooks/webhook-rows.ts'
import type { OpenedProject } from './app-options.ts'

/** Sends what is due to webhooks. */
export function openDeliverer(
  { database, deliveries: store }: Storage,
  { outgoing, clock }: Pick<UsersContext, 'outgoing' | 'clock'>,
  failed: (error: unknown) => void,
): LoneWorker | undefined {
  if (store === undefined) return undefined
  const webhooks = new KnownWebhooks(database)
  const work = new Deliverer({ database, store, webhooks, outgoing, clock })
  return new LoneWorker({ work, lease: new Lease(database, 'webhooks'), failed })
}

/** Publishes and unpublishes entries at their times. */
export function openScheduler(management: ManagementContext, failed: (error: unknown) => void): LoneWorker {
  const work = new Scheduler(management, failed)
  return new LoneWorker({ work, lease: new Lease(management.database, 'schedule'), failed })
}

const DAY = 24 * 60 * 60 * 1000

/** What is switched off keeps nothing from before. */
function keptHistory({ history, trash }: Config, now: number): KeptHistory {
  return {
    versionsFrom: now - history.keepDays * DAY,
    most: history.keepVersions,
    trashFrom: now - trash.keepDays * DAY,
  }
}

/** Drops changes, deliveries and earlier versions that are too old. One process of a server does it. */
export function keepFeed(
  { config, options, storage: { database, changes: store, versions, deliveries } }: OpenedProject,
  failed: (error: unknown) => void,
): KeptChanges | undefined {
  if (options.runsTasks === false) return undefined
  const drop = async (now: number) => {
    const before = now - Math.max(1, config.changes.keepDays) * DAY
    if (store !== undefined) await dropChanges({ database, store }, before)
    if (deliveries !== undefined)
      await database.write(transaction => runningIn(transaction, database)(deliveries.dropBefore(before)))
    if (versions !== undefined) await dropVersions({ database, store: versions }, keptHistory(config, now))
  }
  return keepChanges({ drop, failed })
}
