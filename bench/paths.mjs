/** Where the benchmark keeps its things. */
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'

export const here = dirname(fileURLToPath(import.meta.url))
export const root = join(here, '..')
export const project = join(here, 'project')

/** Made content, kept between runs. */
export const cache = env.BENCH_CACHE || join(here, '.cache')
