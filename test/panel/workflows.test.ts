/** Stages of a review: made by an owner, moved by keyboard, and felt by a role that may move only some. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Workflow } from '../../src/admin-api/review/workflow-api.ts'
import { CLIENTS } from '../support/databases.ts'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const ARTICLE = 'api::article.article'
const LIST = `/content-manager/collection-types/${ARTICLE}`
const EDITOR = { email: 'eda@example.com', password: 'Correct-horse-4', firstname: 'Eda' }

/** On SQLite too by `npm run test:long`. */
const DATABASES = process.env.PANEL_WAYS === 'all' ? CLIENTS : (['postgres'] as const)

describe.each(DATABASES)('review workflows on %s', client => {
  const panel = startPanel({ client })

  async function sent<Answer = { readonly id: number }>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await panel.send(method, path, body)
    const answer = (await response.json()) as { data: Answer }
    expect(response.status, JSON.stringify(answer)).toBeLessThan(300)
    return answer.data
  }

  const press = async (page: Page, name: string) => {
    await page.getByRole('button', { name, exact: true }).first().focus()
    await page.keyboard.press('Enter')
  }
  const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true })
  const stage = (page: Page, name: string) =>
    page.getByRole('complementary', { name: 'Information' }).getByText(name, { exact: true }).first()

  it('an owner makes one, and an editor moves entries as far as it lets them', { timeout: 240_000 }, async () => {
    panel.expect(/status of 400/)
    const page = await panel.open('/settings')
    await page.getByRole('link', { name: /^Review workflows/ }).click()
    await page.getByText('There are no workflows yet').waitFor()
    await page.getByRole('button', { name: 'New workflow' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Articles')
    await page.getByRole('checkbox', { name: 'Article', exact: true }).check()
    const names = page.getByRole('textbox', { name: 'Name of the stage' })
    const values = async () => Promise.all((await names.all()).map(input => input.inputValue()))
    expect(await values()).toEqual(['To do', 'In review', 'Ready'])
    await names.nth(2).fill('In review')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('there is a stage In review already').first().waitFor()
    await names.nth(2).fill('Approved')
    await page.getByRole('button', { name: 'Edit Approved' }).click()
    await page
      .getByRole('combobox', { name: 'Who may move entries into it: Approved' })
      .selectOption('Only certain roles')
    await page.getByRole('list', { name: 'Stages' }).getByRole('checkbox', { name: 'Author' }).check()
    await page.getByRole('combobox', { name: 'Publish only in the stage' }).selectOption('Approved')
    expect(await findingsInEachView(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Articles', level: 1 }).waitFor()
    // Stages are put in order by keyboard alone, too.
    await press(page, 'Move up: Approved')
    await expect.poll(() => names.nth(1).inputValue()).toBe('Approved')
    await page.reload()
    await page.getByRole('link', { name: 'Review workflows' }).last().click()
    await page.getByRole('row', { name: /Articles.*To do.*In review.*Approved.*Article/ }).waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    const [made] = await sent<readonly Workflow[]>('GET', '/workflows')
    expect(made).toMatchObject({
      publishFrom: 'Approved',
      stages: [{ leave: null, enter: null }, {}, { name: 'Approved', leave: null, enter: [3] }],
    })

    const { id } = await sent('POST', `/content/${ARTICLE}`, { data: { title: 'Fresh bread', slug: 'fresh-bread' } })
    expect((await panel.send('POST', '/admins', { ...EDITOR, roles: ['strapi-editor'] })).status).toBe(201)
    const editor = await panel.open(`${LIST}/${id}`, { cookie: await panel.signIn(EDITOR) })
    await stage(editor, 'To do').waitFor()
    await editor.getByText('It can be published only in the stage Approved.').waitFor()
    const choice = editor.getByRole('combobox', { name: 'Review stage' })
    expect(await choice.locator('option').allTextContents()).toEqual(['In review'])
    await press(editor, 'Move')
    await editor.getByText('The entry is now in the stage In review.').waitFor()
    await stage(editor, 'In review').waitFor()
    expect(await choice.locator('option').allTextContents()).toEqual(['To do'])
    await editor.getByText('The entry is now in the stage In review.').waitFor({ state: 'hidden' })
    expect(await findingsInEachView(editor)).toEqual([])
    await press(editor, 'Publish')
    await editor
      .getByText('The entry is in the stage In review, and can be published only in the stage Approved.')
      .first()
      .waitFor()
    await editor.goto('/admin/settings/review-workflows')
    await editor.getByRole('heading', { name: 'This page does not exist' }).waitFor()

    await page.goto(`/admin${LIST}?_q=Fresh bread`)
    await page.getByRole('row', { name: /Fresh bread.*In review.*Draft/ }).waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    // The list of one stage, and several entries at once; the editor is told which of them stays.
    await editor.goto(`/admin${LIST}?_q=Fresh bread`)
    await editor.getByRole('combobox', { name: 'Review stage' }).selectOption('To do')
    await editor.getByText('Nothing found').waitFor()
    await editor.getByRole('combobox', { name: 'Review stage' }).selectOption('In review')
    await editor.getByRole('checkbox', { name: 'Select Fresh bread' }).check()
    await press(editor, 'Move')
    const dialog = editor.getByRole('dialog', { name: 'Confirmation' })
    const places = dialog.getByRole('combobox', { name: 'Review stage' })
    await places.waitFor()
    expect(await places.locator('option').allTextContents()).toEqual(['To do', 'In review'])
    await places.selectOption('In review')
    await dialog.getByText('0 entries will change; the others are already in this state.').waitFor()
    expect(await findingsInEachView(editor)).toEqual([])
    await button(dialog, 'Cancel').click()
    await dialog.waitFor({ state: 'hidden' })
    await sent('PUT', `/workflows/${made!.id}`, {
      stages: made!.stages.map(each => (each.name === 'In review' ? { ...each, leave: [3] } : each)),
    })
    await press(editor, 'Move')
    await dialog.getByText('Fresh bread').waitFor()
    await dialog.getByText('You may not move it from In review to To do.').waitFor()
    expect(await button(dialog, 'Move').isDisabled()).toBe(true)
    expect(await findingsInEachView(editor)).toEqual([])

    await page.goto(`/admin${LIST}/${id}`)
    await page.getByText(/^Moved .* by Eda$/).waitFor()
    const wanted = page.getByRole('combobox', { name: 'Review stage' })
    await wanted.focus()
    await wanted.selectOption('Approved')
    await press(page, 'Move')
    await stage(page, 'Approved').waitFor()
    await press(page, 'Publish')
    await page.getByText('Published', { exact: true }).first().waitFor()
    await page.goto('/admin/activity?action=move')
    const moves = page.getByRole('row', { name: /moved/ })
    await moves.nth(1).waitFor()
    expect(await moves.count()).toBe(2)

    await page.goto(`/admin/settings/review-workflows/${made!.id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete the workflow Articles?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText('There are no workflows yet').waitFor()
  })
})
