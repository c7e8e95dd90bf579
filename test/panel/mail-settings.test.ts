/** The pages of Settings about mails and registrations. */
import { expect, it } from 'vitest'
import { startMailServer } from '../identity/users/mail-server.ts'
import { findingsInEachView } from './support/axe.ts'
import { ADMINISTRATOR, startPanel } from './support/panel.ts'

const mail = await startMailServer()
const panel = startPanel({
  email: {
    from: 'Site <site@example.test>',
    smtp: { host: '127.0.0.1', port: mail.port, secure: false, username: 'postman', password: 'letters' },
  },
})

const TEMPLATES = '/settings/users-permissions/email-templates'
const REGISTRATION = '/settings/users-permissions/advanced-settings'

/** Loads, runs, leads away, and wants to look like the panel. */
const HOSTILE = `<style>@import url(https://evil.test/a.css); p { color: rgb(1, 2, 3); background: url(https://evil.test/b.png) }</style>
<p id="own" style="font-weight: 700; background-image: url('https://evil.test/c.png')">Hello <%= USER.username %></p>
<a href="https://evil.test/d">go there</a><img src="https://evil.test/e.png" onerror="document.title = 'run'" alt="a picture">
<script>parent.document.title = 'run'</script><meta http-equiv="refresh" content="0;url=https://evil.test/f">
<iframe src="https://evil.test/g"></iframe><svg><image href="https://evil.test/h.png"/></svg><form action="https://evil.test/i"></form>`

it('says where mails go, without the password, and sends a test mail', async () => {
  const page = await panel.open('/settings')
  await page.getByRole('link', { name: /^Sending email/ }).click()
  await page.getByText(`127.0.0.1:${mail.port}`).waitFor()
  await page.getByText('postman').waitFor()
  expect(await page.getByText('letters').count()).toBe(0)
  const to = page.getByRole('textbox', { name: 'To' })
  expect(await to.inputValue()).toBe(ADMINISTRATOR.email)
  const received = await mail.next(() => to.press('Enter'))
  expect(received.to).toEqual([ADMINISTRATOR.email])
  await page.getByRole('status').getByText('The mail server has taken the email to').waitFor()
  await to.fill('refused@example.test')
  await page.getByRole('button', { name: 'Send test email' }).press('Enter')
  await page.getByRole('status').getByText('550 no such mailbox').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
})

it('shows a mail while it is written, stores it, and takes it back', async () => {
  const page = await panel.open(TEMPLATES)
  await page.getByRole('row', { name: /New password Reset password usual text/ }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('link', { name: 'New password' }).press('Enter')
  await page.getByText('The link in this email leads nowhere yet').waitFor()
  const shown = page.frameLocator('iframe')
  await shown.getByText('We heard that you lost your password').waitFor()
  const message = page.getByRole('textbox', { name: 'Message (HTML)' })
  await message.fill('<p>Hello <%= USER.username %>, <%= URL %>?code=<%= TOKEN %></p>')
  await page.getByRole('textbox', { name: 'Sender’s email' }).fill('ann@shop.test')
  await shown.getByText('Hello ann, ?code=c0de4example').waitFor()
  await page.getByText('ann@shop.test', { exact: true }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByText('What can be filled in').click()

  panel.expect(/status of 400/)
  await message.fill('<%= USER.usernam %>')
  await page.getByText('<%= USER.usernam %>: do you mean USER.username?').first().waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').waitFor()
  expect(await findingsInEachView(page)).toEqual([])

  await message.fill('<p>Dear <%= USER.username %>: <%= TOKEN %></p>')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The email has been saved.').waitFor()
  const made = { username: 'mia', email: 'mia@example.test', password: 'Password1', role: 1, confirmed: true }
  expect((await panel.send('POST', '/users', made)).status).toBe(201)
  const received = await mail.next(() =>
    fetch(`${panel.address}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'mia@example.test' }),
    }),
  )
  expect(received.from).toBe('ann@shop.test')
  expect(received.source).toMatch(/<p>Dear mia: [\da-f]{128}<\/p>/)

  await page.getByRole('button', { name: 'Back to the usual text' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the usual text' }).click()
  await page.getByText('The email has its usual text again.').waitFor()
  await expect.poll(() => message.inputValue()).toContain('We heard that you lost your password')
  expect(await page.getByRole('textbox', { name: 'Sender’s email' }).inputValue()).toBe('')
})

it('runs and loads nothing of a mail that it shows, and gives it its own colours', async () => {
  panel.expect(/Refused to apply inline style|Blocked script execution/)
  const page = await panel.open(`${TEMPLATES}/email_confirmation`)
  const shown = page.frameLocator('iframe')
  await shown.getByText('Thank you for registering!').waitFor()
  await page.getByRole('textbox', { name: 'Message (HTML)' }).fill(HOSTILE)
  const own = shown.locator('#own')
  await own.getByText('Hello ann').waitFor()
  // Nothing can be evaluated inside.
  const inside = <T>(what: string) =>
    page.evaluate<T>(`(page => ${what})(document.querySelector('iframe').contentDocument)`)
  expect(
    await inside(
      `(({ color, fontWeight, backgroundImage }) => [color, fontWeight, backgroundImage])(getComputedStyle(page.getElementById('own')))`,
    ),
  ).toEqual(['rgb(1, 2, 3)', '700', 'none'])
  const active = 'script, meta[http-equiv=refresh], iframe, form, [href], [src], [onerror]'
  expect(await inside(`page.querySelectorAll('${active}').length`)).toBe(0)
  await shown.getByText('go there').click()
  await shown.getByText('Hello ann').waitFor()
  expect(await page.title()).not.toBe('run')
})

it('a mail that does not exist is said not to', async () => {
  const page = await panel.open(`${TEMPLATES}/welcome`)
  await page.getByText('There is no such email').waitFor()
})

it('sets who may register, by keyboard, and says what is wrong at the field', async () => {
  const page = await panel.open('/settings')
  await page.getByRole('link', { name: /^Registration/ }).press('Enter')
  const anybody = page.getByRole('switch', { name: 'Anybody may register' })
  await anybody.press('Space')
  const reset = page.getByRole('textbox', { name: 'Page for a new password' })
  await reset.fill('javascript://x')
  panel.expect(/status of 400/)
  await reset.press('Enter')
  await page.getByText('Enter an address such as https://www.example.org/reset-password.').first().waitFor()
  await reset.fill('https://shop.test/reset')
  await page.getByRole('switch', { name: 'Confirm email addresses' }).press('Space')
  await page.getByRole('combobox', { name: 'Role of new users' }).selectOption({ label: 'Public' })
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('The settings have been saved.').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await page.reload()
  await anybody.waitFor()
  expect([await anybody.isChecked(), await reset.inputValue()]).toEqual([false, 'https://shop.test/reset'])
  const { data } = (await (await panel.send('GET', '/settings/registration')).json()) as { data: object }
  expect(data).toMatchObject({ allowRegister: false, emailConfirmation: true, defaultRole: 'public' })
})

it('has pages for those with the right only: to look, or to change', async () => {
  const { data: role } = (await (
    await panel.send('POST', '/admin-roles', { name: 'Looker', description: '' })
  ).json()) as { data: { id: number; code: string } }
  const person = { email: 'lu@example.com', password: 'Correct-horse-4', firstname: 'Lu', roles: [role.code] }
  await panel.send('POST', '/admins', person)
  const cookie = await panel.signIn(person)
  const page = await panel.open(TEMPLATES, { cookie })
  await page.getByRole('heading', { name: 'This page does not exist', level: 1 }).waitFor()
  const allow = async (...actions: readonly string[]) => {
    const permissions = actions.map(action => ({
      ...{ action, subject: null, fields: null, locales: null, conditions: [] },
    }))
    expect((await panel.send('PUT', `/admin-roles/${role.id}`, { permissions })).status).toBe(200)
  }
  const users = 'plugin::users-permissions'
  await allow(`${users}.email-templates.read`, `${users}.advanced-settings.read`)
  await page.reload()
  await page.getByRole('link', { name: 'New password' }).click()
  await page.frameLocator('iframe').getByText('We heard').waitFor()
  expect(await page.getByRole('textbox', { name: 'Subject' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await page.goto(`${panel.address}/admin${REGISTRATION}`)
  await page.getByRole('switch', { name: 'Anybody may register' }).waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await page.goto(`${panel.address}/admin/settings/email`)
  await page.getByRole('heading', { name: 'This page does not exist', level: 1 }).waitFor()
  await page.goto(`${panel.address}/admin/settings`)
  await page.getByRole('link', { name: /^Email templates/ }).waitFor()
  expect(await page.getByRole('main').getByRole('link').count()).toBe(3)
})
