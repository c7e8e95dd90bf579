/** Images in the public folder. */
import type { FindSource } from './size-source.ts'

export const localSource: FindSource = async (name, local) =>
  local === undefined ? undefined : { name, version: local.version, use: work => work(local.path, undefined) }
