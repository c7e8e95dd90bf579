/** Changes what editors say about a file: its name, alternative text and caption. */

import { prepareRead } from '../../content/read/prepare-read.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { checkOpenRow, isOpenRow } from '../../content/write/open-rows.ts'
import { readStored } from '../../content/write/read-stored.ts'
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import { fileType, readFileRow, updateFile } from '../files/file-rows.ts'
import type { MediaContext } from '../media-context.ts'
import { checkInfo } from './check-info.ts'
import type { FileInfo } from './received-file.ts'

export interface ChangeInfoInput {
  readonly id: string
  /** Missing values and `null` change nothing. */
  readonly info: FileInfo
  readonly access: Access
  readonly by?: number | undefined
}

/** Returns the file as JSON. */
export async function changeInfo(
  { content }: Pick<MediaContext, 'content'>,
  { id: text, info, access, by }: ChangeInfoInput,
): Promise<string> {
  const type = fileType(content.schema)
  checkInfo(content, info)
  const read = await prepareRead(content, { type, access, search: '' }, { kind: 'flat-stored' })
  const id = idOfText(text)
  if (id === null) throw new PopulusError('entityNotFound')
  return commitWrite(content, { access, by }, async scope => {
    const isThere = (await readFileRow(scope, id)) !== null && (await isOpenRow(scope, { type, access }, id, 'update'))
    if (!isThere) throw new PopulusError('entityNotFound')
    await updateFile(scope, id, givenInfo(info), { now: content.clock(), by })
    await checkOpenRow(scope, { type, access }, id, 'update')
    return { written: [{ type, id, action: 'update' }], answer: await readStored(scope, read, id) }
  })
}

export function givenInfo({ name, alternativeText, caption }: FileInfo): Readonly<Record<keyof FileInfo, string>> {
  const given = Object.entries({ name, alternativeText, caption }).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(given) as Record<keyof FileInfo, string>
}
