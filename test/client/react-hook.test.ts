/** The hook of the documentation in a real React, in a real browser, on a real server. */
import type { Page } from 'playwright-core'
import { type Client, createClient } from 'populus/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Granter, openGranter } from '../content/write/grant-write.ts'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import type { Content } from './blog-types.d.ts'
import { type ReactPage, reactPage } from './react-page.ts'

const PATIENT = { timeout: 60_000, interval: 20 }
const TAG = { role: 'public', type: 'tag' }

describe.each(['', '?strict'])('useLive%s', search => {
  let client: Client<Content>
  let rights: Granter
  let react: ReactPage

  beforeAll(async () => {
    const database = await startedDatabase('sqlite', BLOG)
    const app = await buildTestApp({ folder: BLOG, database })
    rights = await openGranter(BLOG, database)
    await rights.grant({ ...TAG, actions: ['find', 'create', 'update', 'delete'] })
    const { address } = await app.listen()
    client = createClient<Content>({ url: address })
    react = await reactPage(address)
  })

  const toggle = (page: Page) => page.getByRole('button').click()
  const names = (page: Page) => page.locator('li').allTextContents()
  const text = (page: Page, id: string) => page.locator(`#${id}`).first().textContent()
  const twice = (...shown: readonly string[]) => [...shown, ...shown]

  test('shows the answer and what becomes of it, holds one stream however often it is used, and lets it go', async () => {
    const page = await react.open(search)
    const { data } = await client.create('tags', { name: 'One', slug: 'react-one' })
    expect(react.streams()).toBe(0)
    await toggle(page)
    await expect.poll(() => names(page), PATIENT).toEqual(twice('One'))
    await expect.poll(() => text(page, 'state'), PATIENT).toBe('live')
    await expect.poll(react.streams, PATIENT).toBe(1)
    await client.update('tags', data.id, { name: 'Two' })
    await expect.poll(() => names(page), PATIENT).toEqual(twice('Two'))
    await client.create('tags', { name: 'Three', slug: 'react-three' })
    await expect.poll(() => names(page), PATIENT).toEqual(twice('Two', 'Three'))
    expect(react.streams()).toBe(1)
    await toggle(page)
    await expect.poll(react.streams, PATIENT).toBe(0)
    // Nobody looks. What has changed meanwhile is there when somebody looks again.
    await client.update('tags', data.id, { name: 'Four' })
    await toggle(page)
    await expect.poll(() => names(page), PATIENT).toEqual(twice('Four', 'Three'))
    await expect.poll(react.streams, PATIENT).toBe(1)
    await page.close()
    await expect.poll(react.streams, PATIENT).toBe(0)
  })

  test('a right that is withdrawn is shown as an error, beside the last answer', async () => {
    const page = await react.open(search)
    await toggle(page)
    await expect.poll(() => text(page, 'state'), PATIENT).toBe('live')
    await expect.poll(async () => (await names(page)).length, PATIENT).toBeGreaterThan(0)
    const before = await names(page)
    await rights.revoke({ ...TAG, actions: ['find'] })
    await expect.poll(() => text(page, 'error'), PATIENT).toBe('Forbidden')
    expect(await text(page, 'state')).toBe('ended')
    expect(await names(page)).toEqual(before)
    await expect.poll(react.streams, PATIENT).toBe(0)
    await rights.grant({ ...TAG, actions: ['find'] })
  })
})
