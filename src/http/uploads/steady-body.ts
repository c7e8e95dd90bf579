/** The body of a long upload: it may take any time, as long as it keeps coming. */
import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import type { Limits } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import { expectSlowBody } from '../slow-clients.ts'

/** How often to look whether the body still arrives fast enough, in milliseconds. */
const LOOK = 500

export interface SteadyBody {
  /** Ends with an error if the client is too slow, or gone. */
  readonly stream: Readable
  /** Stops waiting for the rest. What has arrived stays. */
  stop(): void
}

export function steadyBody(
  request: IncomingMessage,
  { requestTimeout, uploadRate }: Pick<Limits, 'requestTimeout' | 'uploadRate'>,
): SteadyBody {
  const begun = performance.now()
  let received = 0
  const stream = new PassThrough()
  const watch = setInterval(() => {
    if (performance.now() - begun > requestTimeout + (received / uploadRate) * 1000)
      stream.destroy(new PopulusError('uploadTooSlow', { limit: uploadRate }))
  }, LOOK)
  const onSchedule = expectSlowBody(request.socket)
  const count = (chunk: Buffer) => {
    received += chunk.length
  }
  const gone = () => {
    if (!request.complete) stream.destroy(new PopulusError('clientGone'))
  }
  request.on('data', count)
  request.on('error', gone)
  request.once('close', gone)
  stream.once('close', () => {
    clearInterval(watch)
    onSchedule()
    request.unpipe(stream)
    request.off('data', count)
    request.off('close', gone)
  })
  request.pipe(stream)
  return { stream, stop: () => stream.destroy(new PopulusError('clientGone')) }
}
