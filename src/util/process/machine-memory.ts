/** What all processes of the machine, or of the container, may use together, in bytes. */
import { totalmem } from 'node:os'

export const machineMemory: number = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
