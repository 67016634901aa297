/**
 * A damaged file of the store. The bank does not start with it.
 *
 * @module
 */
export class DamagedStore extends Error {
  constructor(file: string, offset: number, what: string) {
    super(
      `${file} is damaged at byte ${offset}: ${what}. Nothing was changed. Put back a copy of the whole folder, or move the folder away to begin anew.`,
    )
  }
}
