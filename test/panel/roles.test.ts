/** Roles of end users and the users themselves. */
import { describe, expect, it } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

describe.each(CLIENTS)('on %s', client => {
  const panel = startPanel({ client })
  const status = async (path: string) => (await fetch(`${panel.address}${path}`)).status

  it('the public reads what is ticked, and only the fields that are left', async () => {
    const page = await panel.open('/settings/users-permissions/roles')
    await page.getByRole('link', { name: 'Public' }).click()
    await page.getByRole('heading', { name: 'Public', level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    const tags = page.getByRole('group', { name: 'Tag', exact: true })
    const all = tags.getByRole('checkbox', { name: 'Tag', exact: true })
    await all.check()
    await all.uncheck()
    await page.getByRole('button', { name: 'Save' }).nth(1).click()
    await page.getByText('The role has been saved.').waitFor()
    expect(await status('/api/tags')).toBe(403)
    await tags.getByRole('checkbox', { name: 'find', exact: true }).check()
    await tags.getByRole('button', { name: 'Fields: all' }).click()
    await tags.getByRole('checkbox', { name: 'slug: Read' }).uncheck()
    await tags.getByText('Fields: limited').waitFor()
    expect(await tags.getByRole('checkbox', { name: 'slug: Filter' }).isDisabled()).toBe(true)
    await page.getByText('The role has been saved.').waitFor({ state: 'hidden' })
    expect(await findingsInEachView(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).nth(1).click()
    await expect.poll(() => status('/api/tags')).toBe(200)
    expect(await status('/api/tags?fields=slug')).toBe(400)
    await page.getByRole('textbox', { name: 'Address' }).fill('/api/tags?sort=id&pagination[limit]=1')
    await page.getByRole('button', { name: 'Run' }).click()
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByText(/→ 200/).waitFor()
    expect(await answer.getByText('"slug"').count()).toBe(0)
  })

  it('what is ticked is rehearsed on the queries in use before it is saved, by keyboard', async () => {
    const page = await panel.open('/settings/users-permissions/roles')
    await page.getByRole('link', { name: 'Authenticated' }).press('Enter')
    const find = page
      .getByRole('group', { name: 'Tag', exact: true })
      .getByRole('checkbox', { name: 'find', exact: true })
    await find.waitFor()
    const rehearse = page.getByRole('button', { name: 'Rehearse' })
    const result = page.getByRole('table', { name: 'Rehearsal' })
    expect(await rehearse.count()).toBe(0)
    await find.press('Space')
    await rehearse.press('Enter')
    await page.getByText('Nobody with this role has asked for anything').waitFor()

    const AUTHOR = 'api::author.author'
    const open = { 'api::article.article': { actions: ['find'] }, [AUTHOR]: { actions: ['find'] } }
    await panel.send('PATCH', '/roles/2/grants', { grants: open })
    for (const query of ['?populate=author', '?fields[0]=title&populate=author', '?fields[0]=title'])
      expect(await status(`/api/articles${query}`)).toBe(200)
    expect(await status('/api/authors')).toBe(200)
    await page.goto('/admin/settings/users-permissions/roles')
    await page.getByRole('link', { name: 'Public' }).press('Enter')
    const author = page.getByRole('group', { name: 'Author', exact: true })
    await author.getByRole('checkbox', { name: 'find', exact: true }).press('Space')
    await rehearse.press('Enter')
    await page
      .getByText(/^2 of \d queries lose author, none gains anything\. 1 of \d queries would be refused\./)
      .waitFor()
    const row = result.getByRole('row').filter({ hasText: '/api/articles?fields[0]=title&populate=author' })
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      '/api/articles?fields[0]=title&populate=author',
      '1',
      'author',
      '',
    ])
    await result.getByRole('cell', { name: '403 Forbidden' }).waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    expect(await status('/api/authors')).toBe(200)
    await author.getByRole('checkbox', { name: 'find', exact: true }).press('Space')
    await expect.poll(() => result.getByRole('row').count()).toBe(0)
  })

  it('a change is shown in an answer before it is saved, and follows what is ticked', async () => {
    const page = await panel.open('/settings/users-permissions/roles')
    await page.getByRole('link', { name: 'Public' }).click()
    const asked = '/api/articles?fields[0]=title&populate=author&filters[id]=3'
    await page.getByRole('textbox', { name: 'Address' }).fill(asked)
    await page.getByRole('button', { name: 'Run' }).click()
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByText(`GET ${asked} → 200`).waitFor()
    const author = page.getByRole('group', { name: 'Author', exact: true })
    await author.getByRole('checkbox', { name: 'find', exact: true }).uncheck()
    await answer.getByText('Loses author.').waitFor()
    expect(await answer.locator('del').count()).toBeGreaterThan(2)
    expect(await answer.locator('ins').count()).toBe(0)
    await answer.getByRole('heading', { name: 'Now → 200' }).waitFor()
    await answer.getByRole('heading', { name: 'With what is ticked → 200' }).waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    const article = page.getByRole('group', { name: 'Article', exact: true })
    await article.getByRole('checkbox', { name: 'find', exact: true }).uncheck()
    await answer.getByRole('heading', { name: 'With what is ticked → 403' }).waitFor()
    await article.getByRole('checkbox', { name: 'find', exact: true }).check()
    await author.getByRole('checkbox', { name: 'find', exact: true }).check()
    await answer.getByText('The answer stays the same.').waitFor()
    expect(await answer.locator('del, ins').count()).toBe(0)
    expect(await status('/api/authors')).toBe(200)
  })

  it('a role is made, given to a user, and deleted; the user is blocked, changed and deleted', async () => {
    panel.expect(/status of 400/)
    const page = await panel.open('/settings/users-permissions/roles')
    await page.getByRole('button', { name: 'New role' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Xy')
    await page.keyboard.press('Enter')
    await page
      .getByText('At least 3 characters.')
      .or(page.getByText(/at least 3/i))
      .first()
      .waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Members')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()

    await page.goto('/admin/settings/users-permissions/users')
    await page.getByRole('button', { name: 'New user' }).click()
    const fresh = page.getByRole('dialog', { name: 'New user' })
    await fresh.getByRole('textbox', { name: 'Username' }).fill('mia')
    await fresh.getByRole('textbox', { name: 'Email' }).fill('mia@example.com')
    await fresh.getByRole('textbox', { name: 'Password' }).fill('short')
    await fresh.getByRole('combobox', { name: 'Role' }).selectOption('Members')
    await fresh.getByRole('button', { name: 'Save' }).click()
    await fresh
      .getByText(/at least 8/i)
      .first()
      .waitFor()
    await fresh.getByRole('textbox', { name: 'Password' }).fill('long enough')
    expect(await findingsInEachView(page)).toEqual([])
    await fresh.getByRole('button', { name: 'Save' }).click()
    await fresh.waitFor({ state: 'hidden' })
    const signIn = () =>
      fetch(`${panel.address}/api/auth/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: 'mia', password: 'long enough' }),
      })
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText('No users found').waitFor()
    await page.getByRole('searchbox').fill('mia@')
    await page.getByRole('cell', { name: 'Members' }).waitFor()
    // The message lies over the page for a while.
    await page.getByText('The user has been saved.').waitFor({ state: 'hidden' })
    expect(await findingsInEachView(page)).toEqual([])
    expect((await signIn()).status).toBe(200)

    await page.getByRole('button', { name: 'mia' }).click()
    const user = page.getByRole('dialog', { name: 'mia' })
    await user.getByRole('switch', { name: 'Blocked' }).check()
    await user.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Blocked' }).waitFor()
    expect((await signIn()).status).toBe(400)
    await page.getByRole('button', { name: 'mia' }).click()
    await user.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete the user mia?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No users found').waitFor()

    await page.goto('/admin/settings/users-permissions/roles')
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Public' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Members' }).count()).toBe(0)
  })
})
