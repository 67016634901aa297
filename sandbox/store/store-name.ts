/**
 * The name of a store as configured: `memory`, `lowdb:DIR`, or the URL of a PostgreSQL database.
 *
 * @module
 */

const expected = 'memory, lowdb:DIR or postgres://USER:PASSWORD@HOST:PORT/DATABASE'

/** True for `postgres://…` and `postgresql://…`. */
export function isPostgresUrl(name: string): boolean {
  return /^postgres(ql)?:\/\//.test(name)
}

/** Mistakes in a name, without its password. */
export function storeMistakes(name: string): string[] {
  if (name === 'memory' || /^lowdb:./.test(name)) return []
  if (!isPostgresUrl(name)) return [`the store is ${JSON.stringify(storeLabel(name))}, expected ${expected}`]
  if (isReadable(name)) return []
  const hint = 'in user and password, @ is written %40, / %2F, # %23, ? %3F and % %25'
  return [`the store is ${JSON.stringify(storeLabel(name))} and cannot be read, expected ${expected}; ${hint}`]
}

/** A name for display: the URL of a database without user, password and parameters. */
export function storeLabel(name: string): string {
  return name.replace(/^([a-z][a-z0-9+.-]*:\/\/)(?:.*@)?([^?#]*).*$/is, '$1$2')
}

function isReadable(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password, pathname, hash } = new URL(text)
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return pathname.length > 1 && hash === ''
  } catch {
    return false
  }
}
