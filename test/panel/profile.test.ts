/** The signed-in person: their name, a new password, and a forgotten one. */
import { expect, it } from 'vitest'
import { startMailServer } from '../identity/users/mail-server.ts'
import { ADMINISTRATOR, startPanel } from './support/panel.ts'

const mail = await startMailServer()
const panel = startPanel({
  email: {
    from: 'cms@example.com',
    smtp: { host: '127.0.0.1', port: mail.port, secure: false, username: undefined, password: undefined },
  },
})

it('changes the name, and shows what the server says about a bad address', async () => {
  panel.expect(/status of 400/)
  const page = await panel.open('/me')
  await page.getByRole('textbox', { name: 'First name' }).fill('Anna')
  await page.getByRole('textbox', { name: 'Last name' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your profile has been saved.').waitFor()
  await page.getByRole('button', { name: 'Account: Anna' }).waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill('a b@c')
  await page.getByRole('textbox', { name: 'Email' }).evaluate(input => input.setAttribute('type', 'text'))
  // Another address needs the password.
  await page.getByRole('textbox', { name: 'Password', exact: true }).first().fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This is not a valid email address.', { exact: true }).waitFor()
})

it('is sent once, however often Enter is pressed, and the button that sends it keeps the focus', async () => {
  const page = await panel.open('/me')
  let sent = 0
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(/\/admin\/api\/me$/, async route => {
    sent += 1
    await answered
    await route.continue()
  })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByRole('textbox', { name: 'Last name' }).fill('Lee')
  await page.keyboard.press('Enter')
  await expect.poll(() => save.isDisabled()).toBe(true)
  await page.keyboard.press('Enter')
  await save.focus()
  await page.keyboard.press('Enter')
  answer()
  await page.getByText('Your profile has been saved.').waitFor()
  await expect.poll(() => save.isDisabled()).toBe(false)
  await save.and(page.locator(':focus')).waitFor()
  expect(sent).toBe(1)
})

it('lists the sessions, and which one this is', async () => {
  const page = await panel.open('/me')
  const table = page.getByRole('table', { name: 'Sessions' })
  await table.getByText('this browser').waitFor()
  expect(await table.getByRole('row').count()).toBe(2)
})

it('sends a link for a forgotten password, with which a new one is set', async () => {
  const page = await panel.open('/auth/login', { signedIn: false, width: 360 })
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.email)
  const { source } = await mail.next(() => page.getByRole('button', { name: 'Send email' }).click())
  await page.getByText('If the address belongs to an account, the email is on its way.').waitFor()
  const [link] = /\/admin\/auth\/reset-password\?code=[\w.-]+/.exec(source)!
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Another-horse-2')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Another-horse-2')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password has been changed.').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('Another-horse-2')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: /^Hello/ }).waitFor()
})

it('changes the password, and logs out with it', async () => {
  panel.expect(/status of 400/)
  const cookie = await panel.signIn({ email: ADMINISTRATOR.email, password: 'Another-horse-2' })
  const page = await panel.open('/me', { cookie })
  await page.getByRole('textbox', { name: 'Current password' }).fill('wrong')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(ADMINISTRATOR.password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(ADMINISTRATOR.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The current password is wrong.').waitFor()
  await page.getByRole('textbox', { name: 'Current password' }).fill('Another-horse-2')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password has been changed.').waitFor()
})
