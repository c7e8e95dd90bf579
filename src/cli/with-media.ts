/** Opens a project for a command that works on uploaded files. */
import { contentContext } from '../contexts.ts'
import { createPasswords } from '../identity/sign-in/password-hash.ts'
import type { MediaContext } from '../media/media-context.ts'
import { mediaContext } from '../media/open-media.ts'
import type { CommandArguments, Terminal } from './command.ts'
import { withProject } from './open-project.ts'

export function withMedia<T>(
  given: CommandArguments,
  terminal: Terminal,
  work: (context: MediaContext) => Promise<T>,
): Promise<T> {
  return withProject(given, terminal, async (storage, config) => {
    const content = contentContext(config, storage, createPasswords(config.limits))
    const report = (error: unknown) => terminal.note(`Could not be cleaned up: ${String(error)}`)
    const media = mediaContext(config, content, { later: report })
    try {
      return await work(media)
    } finally {
      await media.work.close()
      media.journal.close()
    }
  })
}
