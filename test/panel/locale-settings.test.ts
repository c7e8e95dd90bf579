/** The locales of the content are added, named, made the default, and removed with their entries. */
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel()

it('a locale is added by keyboard, renamed, made the default, and removed', async () => {
  panel.expect(/status of 40[09]/)
  const page = await panel.open('/settings/internationalization')
  await page.getByRole('button', { name: 'Add locale' }).click()
  const add = page.getByRole('dialog', { name: 'Add locale' })
  await add.getByRole('combobox', { name: 'Locale' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('nowhere')
  await page.getByRole('listbox', { name: 'Locale' }).getByText('No locale found').waitFor()
  await add.getByRole('button', { name: 'Save' }).click()
  await add
    .getByText(/there is no locale nowhere/i)
    .first()
    .waitFor()
  await add.getByRole('combobox', { name: 'Locale' }).fill('germ')
  await page.getByRole('option', { name: 'English (Germany) (en-DE)', exact: true }).waitFor()
  expect(await page.getByRole('option').first().textContent()).toBe('German (de)')
  await add.getByRole('combobox', { name: 'Locale' }).fill('ital')
  await page.getByRole('option', { name: 'Italian (it)', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await add.getByRole('combobox', { name: 'Locale' }).inputValue()).toBe('Italian (it)')
  expect(await findingsInEachView(page)).toEqual([])
  await add.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'it', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Edit Italian (it)' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Italian (it)' })
  await edit.getByRole('textbox', { name: 'Display name' }).fill('Italiano')
  await edit.getByRole('switch', { name: 'Default locale' }).check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'Italiano default' }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete Italiano' }).count()).toBe(0)
  await expect.poll(() => page.getByText('The locale has been saved.').count(), { timeout: 30_000 }).toBe(0)
  expect(await findingsInEachView(page)).toEqual([])
})

it('a locale with entries says what goes with it', async () => {
  const { data } = (await (await panel.send('GET', '/locales')).json()) as { data: { id: number; code: string }[] }
  const french = data.find(({ code }) => code === 'fr')!
  const page = await panel.open('/settings/internationalization')
  await page.getByRole('button', { name: /^Delete .*\(fr\)/ }).click()
  const question = page.getByRole('dialog')
  await question.getByText(/entries will be deleted with it/).waitFor()
  await question.getByText(/^Article \(\d+\)$/).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.waitFor({ state: 'hidden' })
  expect((await panel.send('GET', `/locales/${french.id}/uses`)).status).toBe(404)
})
