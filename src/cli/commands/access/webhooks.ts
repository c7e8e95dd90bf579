/** `populus webhooks list|add|remove|deliveries|redeliver`: who is told of changes. */
import { StartError } from '../../../errors.ts'
import { listDeliveries, redeliver } from '../../../management/webhooks/list-deliveries.ts'
import { addWebhook, listWebhooks, removeWebhook } from '../../../management/webhooks/manage-webhooks.ts'
import { CONTENT_EVENTS } from '../../../webhooks/webhook.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withManagement } from '../../management.ts'
import { splitList } from '../../split-list.ts'
import { printTable } from '../../terminal/print-table.ts'

export async function webhooksList(given: CommandArguments, terminal: Terminal): Promise<void> {
  const found = await withManagement(given, terminal, (_admin, _config, webhooks) => listWebhooks(webhooks))
  const rows = found.map(({ id, name, url, events, types, enabled }) => [
    ...[String(id), name, url, events.join(','), types.join(',') || 'all', enabled ? 'yes' : 'no'],
  ])
  const head = ['ID', 'NAME', 'ADDRESS', 'EVENTS', 'TYPES', 'ENABLED']
  printTable(terminal.print, { head, rows, empty: 'No webhooks.' })
}

export async function webhooksAdd(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [name = '', url = ''] = given.positionals
  const { events, types, batch } = given.flags
  const input = {
    ...{ name, url, events: events === undefined ? CONTENT_EVENTS : splitList(events) },
    ...(types === undefined ? {} : { types: splitList(types) }),
    ...(batch === undefined ? {} : { batch: Number(batch) }),
  }
  const { id, secret } = await withManagement(given, terminal, (_admin, _config, webhooks) =>
    addWebhook(webhooks, input),
  )
  terminal.print(`Added the webhook ${id}. Its deliveries are signed with this secret, which is shown only once:`)
  terminal.print(secret)
}

export async function webhooksRemove(given: CommandArguments, terminal: Terminal): Promise<void> {
  const id = numberOf(given.positionals[0])
  const { name } = await withManagement(given, terminal, (_admin, _config, webhooks) => removeWebhook(webhooks, id))
  terminal.print(`Removed the webhook ${name}`)
}

export async function webhooksDeliveries(given: CommandArguments, terminal: Terminal): Promise<void> {
  const id = numberOf(given.positionals[0])
  const { state } = given.flags
  const found = await withManagement(given, terminal, (_admin, _config, webhooks) =>
    listDeliveries(webhooks, id, { state }),
  )
  const rows = found.map(({ id, createdAt, event, type, entry, state, attempts, status, duration }) => [
    ...[
      String(id),
      createdAt,
      event,
      type === '' ? '' : `${type} ${entry}`,
      state,
      String(attempts),
      String(status ?? ''),
    ],
    duration === null ? '' : `${duration} ms`,
  ])
  const head = ['ID', 'CREATED', 'EVENT', 'ENTRY', 'STATE', 'ATTEMPTS', 'STATUS', 'TOOK']
  printTable(terminal.print, { head, rows, empty: 'No deliveries.' })
}

export async function webhooksRedeliver(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [webhook, delivery] = given.positionals.map(numberOf)
  const { id } = await withManagement(given, terminal, (_admin, _config, webhooks) =>
    redeliver(webhooks, webhook!, delivery!),
  )
  terminal.print(`A running server sends it again as delivery ${id}`)
}

function numberOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text))
    throw new StartError(`Expected the number of a webhook, got ${text}`)
  return Number(text)
}
