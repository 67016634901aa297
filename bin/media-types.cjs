/**
 * `mime-types` as the commands have it. Koa and the packages below it bring two versions, whose tables take a tenth of a start to
 * read. What the authorisation server asks for is answered here; for everything else the table is loaded (docs/decisions/0128).
 */
const known = new Map([
  ['html', 'text/html'],
  ['json', 'application/json'],
  ['text', 'text/plain'],
])

let table
// by its path: its name stands for this file
const load = () => {
  table ??= require('../node_modules/mime-types/index.js')
  return table
}

exports.lookup = (path) => known.get(path) ?? load().lookup(path)

exports.contentType = (type) => {
  if (/\/.*charset/.test(type)) return type
  return known.has(type) ? `${known.get(type)}; charset=utf-8` : load().contentType(type)
}
