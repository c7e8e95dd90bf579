/** Webhooks: made, tested, followed in their log, sent again, changed and deleted. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const received: string[] = []
let other: Server
let url = ''
beforeAll(async () => {
  other = createServer((request, response) => {
    received.push(String(request.headers['x-strapi-event'] ?? request.headers['x-populus-event'] ?? request.url))
    request.resume().on('end', () => response.end('thank you'))
  })
  await new Promise<void>(done => other.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/hook`
})
afterAll(() => other.close())

const panel = startPanel({ outgoing: { allow: ['127.0.0.1'] } })

it('a webhook is made, tested, followed, changed and deleted', async () => {
  panel.expect(/status of 400/)
  const page = await panel.open('/settings/webhooks')
  await page.getByText('There are no webhooks yet').waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Builder')
  await page.getByRole('textbox', { name: 'URL' }).fill(url)
  await page.getByRole('textbox', { name: 'Headers' }).fill('X-Key: abc')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Choose at least one event.').waitFor()
  await page.getByRole('checkbox', { name: 'entry.create' }).check()
  await page.getByRole('checkbox', { name: 'Tag' }).check()
  const batch = page.getByRole('spinbutton', { name: 'Events in one delivery' })
  await batch.fill('1001')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('expected a number from 0 to 1000').first().waitFor()
  await batch.fill('20')
  await page.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('dialog', { name: 'Signing secret' })
  expect(await secret.locator('pre').textContent()).toMatch(/^whsec_/)
  await secret.getByRole('button', { name: 'I have copied it' }).click()

  await page.getByRole('heading', { name: 'Builder', level: 1 }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Headers' }).inputValue()).toBe('X-Key: abc')
  expect(await batch.inputValue()).toBe('20')
  await batch.fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The webhook has been saved.').waitFor()
  await page.getByText('Nothing has been sent yet.').waitFor()
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText(/^Delivered: 200 after/).waitFor()
  await page.getByText('thank you').waitFor()
  expect(await findingsInEachView(page)).toEqual([])

  await panel.send('POST', '/content/api::tag.tag', { data: { name: 'Fresh', slug: 'fresh' } })
  const delivery = page.getByRole('button', { name: /^entry\.create #/ })
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        return page.getByRole('cell', { name: 'Delivered 200' }).count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await delivery.click()
  const opened = page.getByRole('dialog', { name: /^entry\.create #/ })
  await opened.getByText(/"Fresh"/).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await opened.getByRole('button', { name: 'Send again' }).click()
  await opened.waitFor({ state: 'hidden' })
  await expect.poll(() => delivery.count()).toBe(2)
  await page.getByRole('combobox', { name: 'State' }).selectOption('Failed')
  await page.getByText('Nothing has been sent yet.').waitFor()

  await page.getByRole('switch', { name: 'Enabled' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The webhook has been saved.').waitFor()
  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('dialog', { name: 'New secret' }).getByRole('button', { name: 'New secret' }).click()
  await secret.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('row', { name: /Builder .* off/ }).waitFor()
  await page.getByRole('link', { name: 'Builder', exact: true }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete the webhook Builder?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText('There are no webhooks yet').waitFor()
  expect(received.length).toBeGreaterThanOrEqual(3)
})

it('an address inside the network is refused with its reason', async () => {
  panel.expect(/status of 400/)
  const page = await panel.open('/settings/webhooks/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Inside')
  await page.getByRole('textbox', { name: 'URL' }).fill('http://10.0.0.1/')
  await page.getByRole('checkbox', { name: 'entry.create' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/outgoing\.allow/)
    .first()
    .waitFor()
})

it('somebody who may only read sees a form that is locked', async () => {
  const person = { email: 'reader@example.com', password: 'Correct-horse-5' }
  const role = (
    (await (await panel.send('POST', '/admin-roles', { name: 'Readers' })).json()) as {
      data: { id: number; code: string }
    }
  ).data
  const permission = { action: 'admin::webhooks.read', subject: null, fields: null, locales: null, conditions: [] }
  expect((await panel.send('PUT', `/admin-roles/${role.id}`, { permissions: [permission] })).status).toBe(200)
  expect((await panel.send('POST', '/admins', { ...person, roles: [role.code] })).status).toBe(201)
  const body = { name: 'Seen', url, events: ['entry.create'], enabled: true }
  const { data } = (await (await panel.send('POST', '/webhooks', body)).json()) as { data: { id: number } }
  const page = await panel.open(`/settings/webhooks/${data.id}`, { cookie: await panel.signIn(person) })
  await page.getByRole('heading', { name: 'Seen', level: 1 }).waitFor()
  expect(await page.getByRole('textbox', { name: 'URL' }).isDisabled()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'entry.create' }).isDisabled()).toBe(true)
  expect(await page.getByRole('switch', { name: 'Enabled' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /Save|Delete|New secret|Send test/ }).count()).toBe(0)
  expect(await findingsInEachView(page)).toEqual([])
})
