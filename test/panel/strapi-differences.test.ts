/** What the panel of a project of Strapi says about differences. */
import { expect, it } from 'vitest'
import { projectFolder, typeFile } from '../strapi/adopt/project-folder.ts'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const ADOPTED = {
  'package.json': '{"name":"shop","dependencies":{"@strapi/strapi":"4.15.5"}}',
  ...typeFile('note', { title: { type: 'string' }, code: { type: 'password' } }),
  'src/api/note/routes/likes.js': `module.exports = { routes: [
    { method: 'POST', path: '/notes/:id/like', handler: 'note.like' } ] }`,
  'src/api/note/controllers/note.js': 'const gone = require("package-that-is-gone")\nmodule.exports = () => gone',
}

const panel = startPanel({ folder: projectFolder(ADOPTED), strapi: true, dialect: 'strapi4' })

it('a project of Strapi says what is different', async () => {
  const page = await panel.open('/settings')
  await page.getByRole('link', { name: /What is different from Strapi/ }).click()
  await page.getByText('This project of Strapi 4.15.5 is served, but not all of it.').waitFor()
  await page.getByText('POST /api/notes/:id/like').waitFor()
  await page.getByText('api::note.note.code').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
})
