/** What the panel shows and changes of the settings of uploaded files. */
import type { MediaSettings } from '../../admin-api/settings/media-settings-api.ts'
import type { MediaConfig } from '../../config/config.ts'
import { mediaProviderKind } from '../../config/settings/media-provider-kind.ts'
import type { MediaContext } from '../media-context.ts'
import { changeLibrarySettings, loadLibrarySettings } from './library-settings.ts'

export async function loadMediaSettings(context: MediaContext): Promise<MediaSettings> {
  return { ...(await loadLibrarySettings(context)), server: serverSettings(context) }
}

export async function changeMediaSettings(context: MediaContext, body: unknown): Promise<MediaSettings> {
  return { ...(await changeLibrarySettings(context, body)), server: serverSettings(context) }
}

function serverSettings({ provider, settings }: MediaContext): MediaSettings['server'] {
  const { sizeLimit, breakpoints, formats, allow, deny } = settings
  return {
    provider: provider.name,
    problem: provider.problem ?? null,
    place: placeOf(provider.name, settings),
    ...{ sizeLimit, breakpoints, formats, allow, deny },
  }
}

function placeOf(provider: string, { s3, azure, cloudinary }: MediaConfig): string | null {
  switch (mediaProviderKind(provider)) {
    case 's3':
      return s3.bucket ?? null
    case 'azure':
      return azure.container ?? null
    case 'cloudinary':
      return cloudinary.cloudName ?? null
    default:
      return null
  }
}
