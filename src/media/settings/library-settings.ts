/** What administrators set about images, under the key and in the form that Strapi's panel uses. */
import { z } from 'zod'
import type { ImageSettings } from '../../admin-api/settings/media-settings-api.ts'
import { checkInput, flag } from '../../input/check-input.ts'
import { isObject } from '../../schema/json-value.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { readCoreStore, setCoreStore } from '../../tables/core-store.ts'
import type { LibraryContext } from '../library/library-context.ts'

const KEY = 'plugin_upload_settings'

const INPUT = z.strictObject({
  sizeOptimization: flag().optional(),
  responsiveDimensions: flag().optional(),
  autoOrientation: flag().optional(),
})

export async function loadLibrarySettings({ content: { database } }: LibraryContext): Promise<ImageSettings> {
  return settingsIn(await readCoreStore(readingFrom(database), KEY))
}

/** What is not named stays, and so does what others keep under the same key. */
export async function changeLibrarySettings(
  { content: { database } }: LibraryContext,
  body: unknown,
): Promise<ImageSettings> {
  const changes = checkInput(INPUT, body)
  return changeAlone(database, KEY, async run => {
    const stored = await readCoreStore(run, KEY)
    const settings = { ...(isObject(stored) ? stored : {}), ...settingsIn(stored), ...changes }
    await setCoreStore(run, KEY, settings)
    return settingsIn(settings)
  })
}

function settingsIn(stored: unknown): ImageSettings {
  const {
    sizeOptimization = true,
    responsiveDimensions = true,
    autoOrientation = false,
  } = isObject(stored) ? stored : {}
  return {
    sizeOptimization: sizeOptimization === true,
    responsiveDimensions: responsiveDimensions === true,
    autoOrientation: autoOrientation === true,
  }
}
