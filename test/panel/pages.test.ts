/** Every page without accessibility findings: in light, in dark, and on a phone's width. */
import { describe, expect, it } from 'vitest'
import { axeFindings, findingsInEachView, PHONE } from './support/axe.ts'
import { type PageOptions, startPanel } from './support/panel.ts'

const panel = startPanel()

const PAGES: readonly (readonly [path: string, heading: string, options: PageOptions])[] = [
  ['/auth/login', 'Welcome back', { signedIn: false }],
  ['/auth/forgot-password', 'Forgot your password?', { signedIn: false }],
  ['/auth/reset-password?code=x', 'Choose a new password', { signedIn: false }],
  ['/auth/register?code=x', 'Welcome', { signedIn: false }],
  ['/', 'Hello Ana', {}],
  ['/me', 'Profile', {}],
  ['/plugins/content-type-builder', 'Content-Type Builder', {}],
  ['/plugins/content-type-builder/api::article.article', 'Article', {}],
  ['/content-manager/schedule', 'Schedule', {}],
  ['/content-manager/releases', 'Releases', {}],
  ['/content-manager/calendar', 'Calendar', {}],
  ['/content-manager/trash', 'Trash', {}],
  ['/activity', 'Activity', {}],
  ['/explorer', 'Explorer', {}],
  ['/insight', 'Insight', {}],
  ['/settings', 'Settings', {}],
  ['/settings/users-permissions/roles', 'Roles', {}],
  ['/settings/users-permissions/roles/new', 'New role', {}],
  ['/settings/users-permissions/users', 'Users', {}],
  ['/settings/users-permissions/advanced-settings', 'Registration', {}],
  ['/settings/users-permissions/email-templates', 'Email templates', {}],
  ['/settings/users-permissions/email-templates/reset_password', 'New password', {}],
  ['/settings/email', 'Sending email', {}],
  ['/settings/internationalization', 'Internationalization', {}],
  ['/settings/users', 'Administration panel users', {}],
  ['/settings/roles', 'Administrator roles', {}],
  ['/settings/roles/2', 'Editor', {}],
  ['/settings/review-workflows', 'Review workflows', {}],
  ['/settings/review-workflows/create', 'New workflow', {}],
  ['/settings/webhooks', 'Webhooks', {}],
  ['/settings/webhooks/create', 'New webhook', {}],
  ['/settings/api-tokens', 'API Tokens', {}],
  ['/settings/api-tokens/create', 'New token', {}],
  ['/settings/queries', 'Named queries', {}],
  ['/settings/backups', 'Backups', {}],
  ['/settings/transfers', 'Import and export', {}],
  ['/settings/new-query', 'New query', {}],
  ['/nowhere', 'This page does not exist', {}],
]

it.each(PAGES)('%s has no findings and does not scroll sideways', async (path, heading, options) => {
  const page = await panel.open(path, options)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await findingsInEachView(page)).toEqual([])
})

describe('the shell', () => {
  it('has menus without findings', async () => {
    const page = await panel.open('/content-manager')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Account: Ana Lee' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Main menu' }).getByRole('link', { name: 'Article' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('dialog', { name: 'Main menu' }).waitFor({ state: 'hidden' })
    const opener = page.getByRole('button', { name: 'Open menu' })
    await expect.poll(() => opener.evaluate(element => element.matches(':focus'))).toBe(true)
  })

  it('has a palette without findings', async () => {
    const page = await panel.open('/me')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search types, entries, files and actions' }).waitFor()
    expect(await findingsInEachView(page)).toEqual([])
  })
})
