/** The media library: upload, folders, words, used in, crop, replace, delete. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { MediaFile } from '../../src/admin-api/media-api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { axeFindings, findingsInEachView } from './support/axe.ts'
import { dropFile } from './support/drop-file.ts'
import { startPanel } from './support/panel.ts'

const LIBRARY = '/plugins/upload'

const panel = startPanel({ uploads: true })

async function picture(name: string, color: string, width = 400) {
  const image = sharp({ create: { width, height: 300, channels: 3, background: color } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

async function find(name: string): Promise<MediaFile> {
  const answer = (await (await panel.send('GET', `/media?_q=${name}`)).json()) as { data: MediaFile[] }
  return answer.data[0]!
}

async function choose(page: Page, button: string, files: Parameters<Page['setInputFiles']>[1]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(files)
}

it('adds several files with their alternative texts, into a folder', async () => {
  const page = await panel.open(LIBRARY)
  await page.getByRole('button', { name: 'Add new folder' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Trees')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'Trees' }).click()
  await page.getByRole('heading', { name: 'Trees', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Add new assets' }).first().click()
  await choose(page, 'Browse files', [await picture('birch.png', 'white'), await picture('oak.png', 'green')])
  await page.getByRole('textbox', { name: 'Alternative text for birch.png' }).fill('A birch')
  await page.getByRole('button', { name: 'Upload 2 assets to the library' }).click()
  await page.getByText('2 files uploaded').waitFor()
  await page.getByRole('button', { name: 'birch.png' }).waitFor()
  const { alternativeText, folder } = await find('birch')
  expect({ alternativeText, folder: folder?.name }).toEqual({ alternativeText: 'A birch', folder: 'Trees' })

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Media Library' }).click()
  await page.getByText('0 folders, 2 assets').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'oak.png' }).waitFor()
})

it('takes files that are dropped anywhere', async () => {
  const page = await panel.open(LIBRARY)
  await page.getByRole('list', { name: 'Assets' }).waitFor()
  await dropFile(page.locator('body'), 'ash.png', (await picture('ash.png', 'grey')).buffer)
  await page.getByText('1 file uploaded').waitFor()
  await page.getByRole('button', { name: 'ash.png' }).waitFor()
})

it('sends a large file in parts, and goes on where the connection broke', async () => {
  const page = await panel.open(LIBRARY)
  const offsets: string[] = []
  await page.route('**/admin/api/media/tus/**', async route => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    offsets.push(request.headers()['upload-offset']!)
    return offsets.length === 2 ? route.abort('connectionreset') : route.continue()
  })
  panel.expect(/ERR_CONNECTION_RESET/)
  await page.getByRole('button', { name: 'Add new assets' }).first().click()
  const path = join(temporaryFolder(), 'log.txt')
  await writeFile(path, Buffer.alloc(21 * 1024 * 1024, 'one line of many\n'))
  await choose(page, 'Browse files', path)
  await page.getByRole('button', { name: 'Upload 1 asset to the library' }).click()
  await page.getByText('1 file uploaded').waitFor()
  expect(offsets).toEqual(['0', '8388608', '8388608', '16777216'])
  expect(Math.round((await find('log.txt')).size)).toBe(22_020)
})

it('changes the words of a file, its part and its focal point', async () => {
  const { id, url } = await find('birch')
  const page = await panel.open(`${LIBRARY}?file=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Details' })
  await dialog.getByText('No entry uses this file.').waitFor()
  expect(await axeFindings(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Crop' }).click()
  await dialog.getByRole('spinbutton', { name: 'Width' }).fill('120')
  await dialog.getByRole('button', { name: 'Crop original asset' }).click()
  await dialog.getByText('120 × 300', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Focal point' }).click()
  await dialog.getByRole('slider', { name: 'Horizontal' }).fill('20')
  await dialog.getByRole('button', { name: 'Save focal point' }).click()
  await dialog.getByRole('button', { name: 'Focal point' }).waitFor()

  await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('A white birch')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard what you typed?' }).getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('textbox', { name: 'Caption' }).fill('In winter')
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await find('birch')).toMatchObject({
    url,
    width: 120,
    alternativeText: 'A white birch',
    caption: 'In winter',
    focalPoint: { x: 20, y: 50 },
  })
})

it('replaces a file and keeps its address', async () => {
  const before = await find('oak')
  const page = await panel.open(`${LIBRARY}?file=${before.id}`)
  await page.getByText('400 × 300', { exact: true }).waitFor()
  await choose(page, 'Replace media', await picture('oak-2.png', 'black', 200))
  await page.getByText('200 × 300', { exact: true }).waitFor()
  const after = await find('oak')
  expect([after.id, after.url, after.width]).toEqual([before.id, before.url, 200])
})

it('says where a file is used, and what breaks when it is deleted', async () => {
  const used = await find('alpine-lake')
  const page = await panel.open(`${LIBRARY}?_q=alpine`)
  await page.getByRole('button', { name: used.name }).click()
  const section = page.getByRole('region', { name: /^Used in \(\d+\)$/ })
  const link = section.getByRole('link').first()
  const title = await link.textContent()
  await page.getByRole('dialog', { name: 'Details' }).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Confirmation' })
  await question.getByRole('link', { name: title! }).first().waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await link.click()
  await page.waitForURL(/content-manager/)
})

it('shows what is unused, and moves and deletes several at once', async () => {
  const page = await panel.open(`${LIBRARY}?view=table`)
  await page.getByRole('checkbox', { name: 'Unused only' }).check()
  await page.waitForURL(/unused=true/)
  await page.getByRole('button', { name: 'ash.png' }).waitFor()
  await page.getByRole('button', { name: 'alpine-lake.jpg' }).waitFor({ state: 'hidden' })
  await page.getByRole('checkbox', { name: 'Select ash.png' }).check()
  await page.getByRole('checkbox', { name: 'Select birch.png' }).check()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Location' }).selectOption({ index: 1 })
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await page.getByText('2 items have been moved.').waitFor()
  expect((await find('ash')).folder?.name).toBe('Trees')

  await page.getByRole('checkbox', { name: 'Select ash.png' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('1 item has been deleted.').waitFor()
  await page.getByRole('button', { name: 'ash.png' }).waitFor({ state: 'hidden' })
})

it('offers its folders in forms, and takes new files there', async () => {
  const page = await panel.open('/content-manager/collection-types/api::article.article/create')
  const cover = page.getByRole('group', { name: 'Cover' })
  await cover.getByRole('button', { name: /^Click to add an asset/ }).click()
  const picker = page.getByRole('dialog', { name: 'Add new assets' })
  await picker.getByRole('combobox', { name: 'Folder' }).selectOption({ index: 2 })
  await picker.getByRole('button', { name: /^birch/ }).waitFor()
  await picker.getByRole('button', { name: /^alpine/ }).waitFor({ state: 'hidden' })
  await choose(page, 'Upload from your computer', await picture('elm.png', 'brown'))
  await picker.getByRole('button', { name: /^elm/, pressed: true }).waitFor()
  await picker.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('list', { name: 'Selected for cover' }).getByText('elm.png').waitFor()
  expect((await find('elm')).folder?.name).toBe('Trees')
})

it('is right for everybody', async () => {
  const page = await panel.open(LIBRARY)
  await page.getByRole('list', { name: 'Assets' }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
})
