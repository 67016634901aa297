/**
 * What the system says of a file or folder, in words.
 *
 * @module
 */

const words: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EDQUOT: 'a quota that is used up',
  EEXIST: 'a file of that name',
  EISDIR: 'a folder',
  ENAMETOOLONG: 'a name that is too long',
  ENOENT: 'no such file or folder',
  ENOSPC: 'a disk that is full',
  ENOTDIR: 'a path that leads through a file',
  EPERM: 'no permission',
  EROFS: 'a disk that cannot be written',
}

/** `no permission`, or the code or message of an error that is in no list. */
export function inWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === undefined ? message : (words[code] ?? code)
}
