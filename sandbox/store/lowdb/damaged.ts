/**
 * A file of the store that cannot be trusted. The bank does not start over it.
 *
 * @module
 */
export class DamagedStore extends Error {
  constructor(file: string, offset: number, what: string) {
    super(
      `${file} is damaged at byte ${offset}: ${what}. Nothing was changed. Put back a copy of the folder, or move the folder away to begin anew.`,
    )
  }
}
