/** Administrators: invited by link, changed, signed out, kept out and deleted. */
import { describe, expect, it } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { findingsInEachView } from './support/axe.ts'
import { ADMINISTRATOR, startPanel } from './support/panel.ts'

const PASSWORD = 'Correct-horse-9'

describe.each(CLIENTS)('on %s', client => {
  const panel = startPanel({ client })

  it('a person is invited, chooses a password on a phone, works, and is kept out', async () => {
    panel.expect(/status of 40[01]/)
    const page = await panel.open('/settings/users')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const form = page.getByRole('dialog', { name: 'Invite somebody' })
    await form.getByRole('textbox', { name: 'First name' }).fill('Eva')
    await form.getByRole('textbox', { name: 'Email' }).fill('eva@example.com')
    await form.getByRole('button', { name: 'Make invitation link' }).click()
    await form.getByText('Choose at least one role.').waitFor()
    await form.getByRole('checkbox', { name: 'Editor' }).check()
    expect(await findingsInEachView(page)).toEqual([])
    await form.getByRole('button', { name: 'Make invitation link' }).click()
    const shown = page.getByRole('dialog', { name: 'Invitation for Eva' })
    const link = (await shown.locator('pre').textContent())!
    expect(await findingsInEachView(page)).toEqual([])
    await shown.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('cell', { name: 'Inactive' }).waitFor()

    const phone = await panel.open(link.slice(link.indexOf('/auth/')), { signedIn: false, width: 360, height: 740 })
    await phone.getByRole('heading', { name: 'Welcome' }).waitFor()
    await phone.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await phone.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD)
    await phone.getByRole('button', { name: 'Choose password' }).click()
    await phone.getByText('Your password is set. You can now log in with it.').waitFor()
    await phone.getByRole('heading', { name: 'Welcome', exact: true }).waitFor()
    await phone.getByRole('textbox', { name: 'Email' }).fill('eva@example.com')
    await phone.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await phone.getByRole('button', { name: 'Login' }).click()
    await phone.getByRole('heading', { name: 'Hello Eva' }).waitFor()
    await phone.goto(link)
    await phone.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await phone.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD)
    await phone.getByRole('button', { name: 'Choose password' }).click()
    await phone.getByRole('alert').waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Eva' }).click()
    const person = page.getByRole('dialog', { name: 'Eva', exact: true })
    await person.getByText(/^1 session, last used/).waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    await person.getByRole('button', { name: 'Log out everywhere' }).click()
    await page
      .getByRole('dialog', { name: 'Log out everywhere' })
      .getByRole('button', { name: 'Log out everywhere' })
      .click()
    await person.getByText('Not logged in anywhere.').waitFor()
    await person.getByRole('textbox', { name: 'Last name' }).fill('Moss')
    await person.getByRole('checkbox', { name: 'Author' }).check()
    await person.getByRole('switch', { name: 'Active' }).uncheck()
    await person.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /Eva Moss .* Editor, Author Inactive/ }).waitFor()
    const refused = await panel.send('POST', '/login', { email: 'eva@example.com', password: PASSWORD })
    expect(refused.status).toBe(401)

    await page.getByRole('button', { name: 'Eva Moss' }).click()
    const again = page.getByRole('dialog', { name: 'Eva Moss', exact: true })
    await again.getByRole('button', { name: 'Make invitation link' }).click()
    const second = page.getByRole('dialog', { name: 'Invitation for Eva Moss' })
    expect(await second.locator('pre').textContent()).not.toBe(link)
    await second.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Eva Moss' }).click()
    await again.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete Eva Moss?' }).getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Eva Moss' }).count()).toBe(0)
  })

  it('the last super administrator stays', async () => {
    panel.expect(/status of 400/)
    const page = await panel.open('/settings/users')
    const name = `${ADMINISTRATOR.firstname} ${ADMINISTRATOR.lastname}`
    await page.getByRole('main').getByRole('button', { name }).click()
    const person = page.getByRole('dialog', { name })
    await person.getByRole('checkbox', { name: 'Super Admin' }).uncheck()
    await person.getByRole('checkbox', { name: 'Editor' }).check()
    await person.getByRole('button', { name: 'Save' }).click()
    await person.getByText('The last active super administrator cannot be removed.').waitFor()
  })
})
