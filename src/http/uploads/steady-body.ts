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

type BodyLimits = Pick<Limits, 'requestTimeout' | 'uploadRate'>

/** Calls `stop` if the client is too slow, or gone. Returns the end of the watch. */
export function watchBody(
  request: IncomingMessage,
  { requestTimeout, uploadRate }: BodyLimits,
  stop: (why: PopulusError) => void,
): () => void {
  const begun = performance.now()
  let received = 0
  const count = (chunk: Buffer) => {
    received += chunk.length
  }
  const gone = () => {
    if (!request.complete) stop(new PopulusError('clientGone'))
  }
  const timer = setInterval(() => {
    if (performance.now() - begun > requestTimeout + (received / uploadRate) * 1000)
      stop(new PopulusError('uploadTooSlow', { limit: uploadRate }))
  }, LOOK)
  const onSchedule = expectSlowBody(request.socket)
  request.on('data', count)
  // After a request has been cut off, more than one error may follow.
  request.on('error', gone)
  request.once('close', gone)
  return () => {
    clearInterval(timer)
    onSchedule()
    request.off('data', count)
    request.off('close', gone)
  }
}

export function steadyBody(request: IncomingMessage, limits: BodyLimits): SteadyBody {
  const stream = new PassThrough()
  // It may end before anybody reads it, who is told then.
  stream.on('error', () => undefined)
  const end = watchBody(request, limits, why => stream.destroy(why))
  stream.once('close', () => {
    end()
    request.unpipe(stream)
  })
  request.pipe(stream)
  return { stream, stop: () => stream.destroy(new PopulusError('clientGone')) }
}
