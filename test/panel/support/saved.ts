import type { Page } from 'playwright-core'

/** Waits until the form is saved. The message of an earlier save may still be there. */
export async function saved(page: Page): Promise<void> {
  const done = page.getByRole('button', { name: 'Save', exact: true, disabled: true })
  await done.and(page.locator(':not([data-loading])')).first().waitFor()
  await page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor()
}
