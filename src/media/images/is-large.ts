/** Which images take much memory to encode. */
import { machineMemory } from '../../util/process/machine-memory.ts'

/** An encoder that looks at the whole image before it writes takes so many bytes for each pixel. */
const BYTES_FOR_EACH_PIXEL = 7
/** Of the memory of the machine. */
const PART = 1 / 8
const MOST_PIXELS = 25_000_000

interface Size {
  readonly width: number
  readonly height: number
}

/** Whether an image is encoded in the way that takes less memory. */
export function isLarge({ width, height }: Size, memory = machineMemory): boolean {
  return width * height > Math.min(MOST_PIXELS, (memory * PART) / BYTES_FOR_EACH_PIXEL)
}
