/**
 * `ob-sandbox`: a new bank needs a key, which takes another thread 50 to 400 ms to make. It is begun before the bank is loaded (docs/decisions/0099).
 *
 * @module
 */
import { makeSigningKey } from '#sandbox/identity/keys.js'

const early = process.argv[2] === 'start' ? [makeSigningKey()] : []
// it fails where it is awaited
for (const key of early) key.catch(() => undefined)

// no await: the bundle of the command is a function, and no module
void import('./sandbox-command.js').then(({ runCommand }) => runCommand(() => early.pop() ?? makeSigningKey()))
