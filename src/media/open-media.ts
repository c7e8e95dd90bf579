/** Puts together what uploads, and everything else that is done to files, need. */
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import type { ContentContext } from '../content/content-context.ts'
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.ts'
import type { MediaContext } from './media-context.ts'
import { createMediaProviders } from './providers/create-providers.ts'
import type { MediaProvider } from './providers/provider.ts'
import { ResumableFiles } from './resumable/resumable-files.ts'
import { ResumableRows } from './resumable/resumable-rows.ts'
import type { ResumableStore } from './resumable/resumable-store.ts'
import { forgettingProvider } from './sizes/forgetting-provider.ts'
import { ImageSizes } from './sizes/image-sizes.ts'
import { SizeStore } from './sizes/size-store.ts'
import type { CleanUp } from './upload/clean-up.ts'
import { FileTurns } from './upload/file-turns.ts'
import { MediaJournal } from './upload/media-journal.ts'
import { Workspaces } from './upload/workspaces.ts'
import { createFileWork } from './work/create-file-work.ts'

export function mediaContext(
  { folder, database, limits, media, outgoing: rules }: Config,
  content: ContentContext,
  cleanUp: Pick<CleanUp, 'later'>,
  outgoing: Outgoing = createOutgoing(rules),
): MediaContext {
  const work = createFileWork(limits)
  const sizes = new ImageSizes(work, new SizeStore(join(dataFolder(folder, database), 'image-sizes'), media.sizeRoom))
  const providers = createMediaProviders(folder, media, outgoing)
  const watched = (provider: MediaProvider) => forgettingProvider(provider, name => sizes.forget(name))
  return Object.freeze({
    content,
    provider: watched(providers.active),
    providerOf: (name: string) => watched(providers.of(name)),
    work,
    sizes,
    workspaces: new Workspaces(join(dataFolder(folder, database), 'uploads')),
    journal: new MediaJournal(content.database),
    turns: new FileTurns(),
    settings: media,
    cleanLater: cleanUp.later,
  })
}

/** Where resumable uploads wait for the rest of their bytes. */
export function resumableStore(
  { folder, database, media }: Config,
  { content, workspaces }: Pick<MediaContext, 'content' | 'workspaces'>,
): ResumableStore {
  const { hours, folder: chosen, uploads, bytes } = media.resumable
  const limits = { uploads, bytes, lifetime: hours * 3_600_000 }
  if (chosen !== undefined) return new ResumableFiles(resolve(folder, chosen), limits)
  if (database.client === 'postgres') return new ResumableRows(content.database, workspaces, limits)
  return new ResumableFiles(join(dataFolder(folder, database), 'resumable'), limits)
}

/** Where the server keeps what belongs to this project and is not public. */
function dataFolder(folder: string, database: Config['database']): string {
  const isFile = database.client === 'sqlite' && database.filename !== ':memory:'
  return isFile ? dirname(database.filename) : join(folder, '.tmp')
}
