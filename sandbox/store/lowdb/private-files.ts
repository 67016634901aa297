/**
 * Files and folders that only their owner may read, as they hold keys, secrets and tokens: 0600 and 0700, whatever the
 * umask.
 *
 * @module
 */
import { chmod, type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const fileMode = 0o600
const folderMode = 0o700

/** Opens a file, which is private when it is made, and made private when it was not. */
export async function privateFile(path: string, flags: 'w' | 'w+' | 'wx' | 'r+'): Promise<FileHandle> {
  const file = await open(path, flags, fileMode)
  // where modes cannot be changed, `makePrivate` has said so
  await file.chmod(fileMode).catch(() => undefined)
  return file
}

/**
 * Makes a folder of its owner's, with those above it. Node's recursive `mkdir` never ends where a file system takes no folder, as
 * `/proc` does.
 *
 * @returns whether it was not there
 */
export async function makeFolder(folder: string): Promise<boolean> {
  const isThere = () =>
    stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    )
  if (await isThere()) return false
  if (dirname(folder) !== folder) await makeFolder(dirname(folder))
  try {
    await mkdir(folder, { mode: folderMode })
  } catch (error) {
    // another process was first
    if (await isThere()) return false
    throw error
  }
  return true
}

/**
 * Makes the folder if needed, and narrows what is wider. A folder in which there are other files too stays as it is, with
 * a warning: it is somebody's home, or `/tmp`.
 *
 * @param isOurs tells by its name whether a file is the store's
 * @param warn called with one line for what stays open to others
 */
export async function makePrivate(
  folder: string,
  isOurs: (name: string) => boolean,
  warn: (line: string) => void,
): Promise<void> {
  if (await makeFolder(folder)) await chmod(folder, folderMode)
  const names = await readdir(folder)
  const isShared = !names.every(isOurs)
  const paths = names.filter(isOurs).map((name) => join(folder, name))
  for (const path of [...(isShared ? [] : [folder]), ...paths]) await narrow(path, warn)
  if (isShared && isOpen((await stat(folder)).mode)) {
    warn(`${folder} has other files too and can be read by others: a folder of its own would be made private`)
  }
}

const isOpen = (mode: number) => (mode & 0o077) !== 0

async function narrow(path: string, warn: (line: string) => void): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found || !isOpen(found.mode)) return
  const mode = found.isDirectory() ? folderMode : fileMode
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    warn(`${path} can be read by others and that could not be changed (${error.code}): chmod ${mode.toString(8)} it`)
  })
}
