/** The pages of Settings about the project and its files. */
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18" fill="#b4462b"/></svg>',
)

const panel = startPanel({ uploads: true })

it('a project gets a name and a logo, which replace ours', async () => {
  const page = await panel.open('/settings')
  await page.getByRole('link', { name: /^Project/ }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  expect(await name.getAttribute('placeholder')).toMatch(/./)
  await name.fill('Harbour News')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: LOGO })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The project has been saved.').waitFor()
  const home = page.getByRole('link', { name: /Harbour News/ })
  await home.waitFor()
  const width = (image: object) => Reflect.get(image, 'naturalWidth')
  await expect.poll(() => home.locator('img').evaluate(width)).toBe(40)
  expect(await findingsInEachView(page)).toEqual([])

  const login = await panel.open('/auth/login', { signedIn: false })
  await login.getByText('Harbour News').first().waitFor()
  await expect.poll(() => login.locator('header img').evaluate(width)).toBe(40)

  await page.getByRole('button', { name: 'Remove' }).click()
  await name.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: /Populus/ }).waitFor()
})

it('a file that is too large is not sent', async () => {
  const page = await panel.open('/settings/application-infos')
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(200_001) })
  await page.getByText('This file is too large: at most 200 kB.').waitFor()
})

it('images are set up, and the storage is tested', async () => {
  const page = await panel.open('/settings/media-library')
  const copies = page.getByRole('switch', { name: 'Smaller copies' })
  await copies.focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings of the media library have been saved.').waitFor()
  await page.reload()
  expect(await page.getByRole('switch', { name: 'Smaller copies' }).isChecked()).toBe(false)
  await page.getByText('the folder public/uploads of the project').waitFor()
  await page.getByRole('button', { name: 'Test now' }).press('Enter')
  await page.getByText('The storage works.').waitFor()
  await page.getByText(/^Delete: done in/).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
})

it('a project that is not of Strapi has no page about Strapi', async () => {
  const page = await panel.open('/settings')
  await page
    .getByRole('link', { name: /^Media Library/ })
    .nth(1)
    .waitFor()
  expect(await page.getByText('What is different from Strapi').count()).toBe(0)
  await page.goto(`${panel.address}/admin/settings/strapi`)
  await page.getByRole('heading', { name: /not found|does not exist/i }).waitFor()
})
