/**
 * One process at a time: a file that names the owner of the folder.
 *
 * @module
 */
import { readFile, rm, writeFile } from 'node:fs/promises'

/** Folders this very process holds. */
const held = new Set<string>()

/**
 * Takes the lock, or takes over one whose owner is gone. The answer gives it back.
 *
 * @throws naming the process that has it
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      if (held.has(path)) throw new Error(inUse(path, process.pid))
      await writeFile(path, `${process.pid}\n`, { flag: 'wx' })
      held.add(path)
      return async () => {
        held.delete(path)
        await rm(path, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const owner = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10)
      if (isAlive(owner)) throw new Error(inUse(path, owner))
      await rm(path, { force: true })
    }
  }
  throw new Error(`${path} is taken and given back too often to be taken over`)
}

const inUse = (path: string, pid: number) =>
  `process ${pid} uses this store (${path}); stop it, or choose another folder`

/** A process with our own number is one that had it before us: we do not hold the lock. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
