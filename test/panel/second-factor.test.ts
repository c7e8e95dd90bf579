/** Two-factor sign-in: set up on the profile page, asked for at the log-in, replaced by a recovery code, turned off, and required. */
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { totpCode } from '../../src/identity/sign-in/totp.ts'
import { findingsInEachView } from './support/axe.ts'
import { ADMINISTRATOR, Panel, startPanel } from './support/panel.ts'

let ahead = 0
const clock = () => Date.now() + ahead

const panel = startPanel({ clock })

function codeOf(base32: string): string {
  const bits = [...base32].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return totpCode(Buffer.from(bytes.map(byte => Number.parseInt(byte, 2))), Math.floor(clock() / 30_000))
}

/** The squares of a QR code, from the top left. */
function pathOf(text: string): string {
  const { data } = encode(text, { ecc: 'M', border: 4 })
  return data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

it('is set up, asked for at the log-in, and turned off', async () => {
  panel.expect(/status of 40[01]/)
  const page = await panel.open('/me')
  await page.getByRole('button', { name: 'Set it up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-factor sign-in' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Set it up' }).click()
  const secret = (await dialog.locator('pre').textContent())!
  expect(await dialog.getByRole('link', { name: 'Link for the app' }).getAttribute('href')).toContain(
    `secret=${secret}`,
  )
  const drawn = dialog.getByRole('img', { name: 'QR code of the key' }).locator('path')
  const uri = (await dialog.getByRole('link', { name: 'Link for the app' }).getAttribute('href'))!
  expect(await drawn.getAttribute('d')).toBe(pathOf(uri))
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('The code is wrong or was used before.', { exact: false }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const codes = (await dialog.locator('pre').filter({ hasText: '-' }).textContent())!.split('\n')
  expect(codes.length).toBe(10)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('It is on. 10 recovery codes are left.').waitFor()

  ahead += 60_000
  const door = await panel.open('/auth/login', { signedIn: false })
  await door.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.email)
  await door.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  await door.getByRole('button', { name: 'Login' }).click()
  await door.getByRole('textbox', { name: 'Code' }).fill('123')
  expect(await findingsInEachView(door)).toEqual([])
  await door.getByRole('button', { name: 'Login' }).click()
  await door.getByText('The code is wrong or was used before.', { exact: false }).waitFor()
  await door.getByRole('textbox', { name: 'Code' }).fill(codes[0]!)
  await door.keyboard.press('Enter')
  await door.getByRole('heading', { name: 'Hello Ana' }).waitFor()

  await page.reload()
  await page.getByText('It is on. 9 recovery codes are left.').waitFor()
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Turn it off' }).click()
  await page.getByRole('button', { name: 'Set it up' }).waitFor()
})

it('comes before everything else where the server asks for it', async () => {
  const strict = new Panel()
  await strict.start({ admin: { secondFactor: 'required' } })
  strict.expect(/status of 403/)
  const page = await strict.open('/content-manager')
  await page.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('button', { name: 'Set it up' }).click()
  const secret = (await page.locator('pre').textContent())!
  ahead = 0
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('heading', { name: 'Hello Ana' }).waitFor()
  await strict.finish()
})
