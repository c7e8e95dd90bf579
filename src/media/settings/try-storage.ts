/** Whether files can be stored: a small one is, then read back and deleted again. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { StorageStep, StorageTrial } from '../../admin-api/settings/media-settings-api.ts'
import { PopulusError } from '../../errors.ts'
import { deepestReason } from '../../util/deepest-reason.ts'
import type { MediaContext } from '../media-context.ts'
import type { MediaObject, PlacedRef } from '../providers/provider.ts'

const WORDS = 'Populus has stored this file to see whether the storage works. It may be deleted.\n'

/** Never fails: what goes wrong is the answer. */
export async function tryStorage({ provider }: Pick<MediaContext, 'provider'>): Promise<StorageTrial> {
  const object: MediaObject = {
    hash: `storage_test_${randomBytes(5).toString('hex')}`,
    ext: '.txt',
    mime: 'text/plain',
    size: Buffer.byteLength(WORDS),
    path: null,
    name: 'storage test.txt',
  }
  const steps: StorageStep[] = []
  const step = async (name: StorageStep['step'], work: () => Promise<unknown>) => {
    const started = performance.now()
    const problem = await work().then(
      () => null,
      (error: unknown) => explained(error),
    )
    steps.push({ step: name, problem, duration: Math.round(performance.now() - started) })
    return problem === null
  }
  let ref: PlacedRef = { ...object, url: '', providerMetadata: null }
  const stored = await step('store', async () => {
    ref = { ...ref, ...(await provider.put(object, Readable.from([Buffer.from(WORDS)]))) }
  })
  if (stored) {
    await step('read', async () => {
      if ((await text(await provider.read(ref))) !== WORDS) throw new Error('other bytes came back')
    })
    await step('delete', () => provider.delete(ref))
  }
  return { provider: provider.name, steps, works: steps.every(({ problem }) => problem === null) }
}

/** The message, and what the storage itself said. */
function explained(error: unknown): string {
  const { message } = error as Error
  const { cause } = error as { cause?: unknown }
  const reason = error instanceof PopulusError && cause instanceof Error ? deepestReason(cause) : ''
  return reason === '' ? message : `${message}: ${reason}`
}
