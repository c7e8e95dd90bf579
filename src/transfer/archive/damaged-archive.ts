import { StartError } from '../../errors.ts'

export function damaged(reason: string): StartError {
  return new StartError('The archive is damaged', [reason, 'nothing was changed'])
}
