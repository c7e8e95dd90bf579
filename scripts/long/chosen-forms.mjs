// Which rows of the table a command line asks for, with their variables.
import { LONG_FORMS, SEEDS } from './long-forms.mjs'

/** @typedef {'long' | 'night'} Length */
/** @typedef {{ name: string, files: readonly string[], minutes: number, alone: boolean, env: Readonly<Record<string, string>> }} Form */

/**
 * All rows of a length, those that are named, or files with the variables of all rows.
 * @param {Length} length
 * @param {readonly string[]} given
 * @returns {readonly Form[]}
 */
export function chosenForms(length, given) {
  const rows = LONG_FORMS.filter(row => row[length] !== undefined)
  const files = given.filter(word => /[./]/.test(word))
  const names = given.filter(word => !files.includes(word))
  const unknown = names.filter(name => !rows.some(row => row.name === name))
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}. The parts are: ${rows.map(({ name }) => name).join(', ')}.`)
    process.exit(1)
  }
  const chosen = given.length === 0 ? rows : rows.filter(({ name }) => names.includes(name))
  const forms = chosen.map(row => formOf(row.name, row.files, row.minutes, row.alone === true, row[length]))
  const all = Object.assign({}, ...rows.map(row => row[length]))
  return files.length === 0 ? forms : [...forms, formOf('files', files, 0, false, all)]
}

/** What is set already stays. */
function formOf(name, files, minutes, alone, variables) {
  return { name, files, minutes, alone, env: { ...variables, ...setIn(Object.keys(variables)) } }
}

/**
 * The same seed for all tests, unless they have one.
 * @returns {Readonly<Record<string, string>>}
 */
export function seedVariables() {
  const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 31))
  return { SEED: seed, ...Object.fromEntries(SEEDS.map(name => [name, seed])), ...setIn(SEEDS) }
}

function setIn(names) {
  return Object.fromEntries(names.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
}
