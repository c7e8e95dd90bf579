/** Lists, adds and changes webhooks, for the panel and the command line. */
import { randomBytes } from 'node:crypto'
import type { TestResult, WebhookInfo, WebhookSecret } from '../../admin-api/webhook-api.ts'
import { PopulusError } from '../../errors.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { sendDelivery } from '../../webhooks/send-delivery.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import {
  deleteWebhook,
  insertWebhook,
  selectWebhooks,
  storeOptions,
  toWebhook,
  updateWebhook,
} from '../../webhooks/webhook-rows.ts'
import type { WebhookContext } from './webhook-context.ts'
import { changedWebhook, checkWebhook, newWebhook } from './webhook-input.ts'

/** How long the old secret counts beside a new one, in milliseconds. */
const OVERLAP = 24 * 60 * 60 * 1000

export async function listWebhooks({ database }: WebhookContext): Promise<readonly WebhookInfo[]> {
  const rows = await readingFrom(database)(selectWebhooks(database.dialect))
  return rows.map(row => shown(toWebhook(row)))
}

export async function findWebhook(context: WebhookContext, id: number): Promise<WebhookInfo> {
  return shown(await storedWebhook(context, id))
}

async function storedWebhook({ database }: WebhookContext, id: number): Promise<Webhook> {
  const [row] = await readingFrom(database)(selectWebhooks(database.dialect, id))
  if (row === undefined) throw new PopulusError('notFound')
  return toWebhook(row)
}

export async function addWebhook(context: WebhookContext, input: unknown): Promise<WebhookInfo & WebhookSecret> {
  const given = await checkWebhook(context, input, newWebhook)
  const { database } = context
  const { dialect } = database
  const secret = newSecret()
  const id = await database.write(async transaction => {
    const run = runningIn(transaction, database)
    const [row] = await run(insertWebhook(dialect, given))
    const { types, batch } = given
    await run(storeOptions(dialect, Number(row![0]), { types, batch, secret, oldSecret: null, oldUntil: 0 }))
    return Number(row![0])
  })
  return { ...(await findWebhook(context, id)), secret }
}

/** What is not named stays. */
export async function changeWebhook(context: WebhookContext, id: number, input: unknown): Promise<WebhookInfo> {
  const given = await checkWebhook(context, input, changedWebhook)
  await change(context, id, before => ({ ...before, ...definedIn(given) }))
  return findWebhook(context, id)
}

/** With everything that was to be sent to it. */
export async function removeWebhook(context: WebhookContext, id: number): Promise<WebhookInfo> {
  const found = await findWebhook(context, id)
  const { database, deliveries } = context
  await database.write(async transaction => {
    const run = runningIn(transaction, database)
    if (deliveries !== undefined) await run(deliveries.deleteOf(id))
    for (const statement of deleteWebhook(database.dialect, id)) await run(statement)
  })
  return found
}

export async function rotateSecret(context: WebhookContext, id: number): Promise<WebhookSecret> {
  const secret = newSecret()
  await change(context, id, before => ({ ...before, secrets: [secret, ...before.secrets] }))
  return { secret }
}

export async function testWebhook(context: WebhookContext, id: number): Promise<TestResult> {
  const webhook = await storedWebhook(context, id)
  const now = context.clock()
  const payload = JSON.stringify({ event: 'trigger-test', createdAt: new Date(now).toISOString() })
  const delivery = { id: 0, event: 'trigger-test', payload, createdAt: now, attempts: 0 }
  const { state, status, answer, duration } = await sendDelivery(context, webhook, delivery)
  return { delivered: state === 'delivered', status, answer, duration }
}

/** One after the other: a change begins with what the one before has stored. */
async function change(context: WebhookContext, id: number, changed: (before: Webhook) => Webhook): Promise<void> {
  const { database, clock } = context
  const { dialect } = database
  await changeAlone(database, 'populus webhooks', async run => {
    const [row] = await run(selectWebhooks(dialect, id))
    if (row === undefined) throw new PopulusError('notFound')
    const before = toWebhook(row)
    const { types, batch, secrets, ...webhook } = changed(before)
    const [secret = null, oldSecret = null] = secrets
    const oldUntil = secrets[0] === before.secrets[0] ? before.oldUntil : clock() + OVERLAP
    await run(updateWebhook(dialect, id, webhook))
    await run(storeOptions(dialect, id, { types, batch, secret, oldSecret, oldUntil }))
  })
}

function shown({ secrets, oldUntil: _, ...webhook }: Webhook): WebhookInfo {
  return { ...webhook, signed: secrets.length > 0 }
}

/** Without what is not given. */
function definedIn(given: object): Partial<Webhook> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64url')}`
}
