// Makes an image with Node 20 to build images of projects on, where none can be downloaded: a Debian 13 with its Node and this machine's npm.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { debianRoot } from './debian-root.mjs'
import { fromDebian, hasProgram, installProgram } from './system-program.mjs'

const NPM = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm')
const INSIDE = '/usr/lib/node_modules/npm'

/**
 * False if it cannot be made here.
 * @param {string} name of the image
 * @returns {boolean}
 */
export function hasNodeImage(name) {
  if (!hasProgram(['buildah'])) installProgram(['buildah'], fromDebian('buildah'))
  const exists = () => buildah('inspect', '--type', 'image', name) !== undefined
  if (exists()) return true
  console.log('Making an image with Node 20 (once) ...')
  const container = buildah('from', 'scratch')?.trim()
  if (container === undefined) return false
  buildah('add', container, debianRoot('nodejs', 'usr/bin/node'), '/')
  buildah('add', container, NPM, INSIDE)
  buildah('run', '--isolation', 'chroot', container, '--', 'ln', '-sf', `${INSIDE}/bin/npm-cli.js`, '/usr/bin/npm')
  buildah('commit', '--rm', container, name)
  return exists()
}

function buildah(...args) {
  const { status, stdout } = spawnSync('buildah', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  })
  return status === 0 ? stdout : undefined
}
