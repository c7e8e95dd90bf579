/** Where and with what a result was measured. */
import { readFileSync } from 'node:fs'
import { cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './paths.mjs'

export function describeMachine() {
  return {
    cpu: cpuModel(),
    cores: cpus().length,
    memory: totalmem(),
    system: `${platform()} ${release().split('-')[0]} ${process.arch}`,
    node: process.version,
    populus: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
  }
}

/** Work that waits for a processor, on average over the last minute. */
export function loadAverage() {
  return Math.round(loadavg()[0] * 100) / 100
}

/** ARM machines often do not tell Node the name of their processor. */
function cpuModel() {
  const model = cpus()[0]?.model?.trim()
  return model && model !== 'unknown' ? model : `${process.arch}, model unknown`
}
