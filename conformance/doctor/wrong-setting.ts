/**
 * A setting of the profile that is wrong, and what to do about it.
 *
 * @module
 */
export class WrongSetting extends Error {
  /** Its dotted path: `psus.main.password`. */
  readonly setting: string
  readonly advice: string

  constructor(setting: string, found: string, advice: string) {
    super(found)
    this.name = 'WrongSetting'
    this.setting = setting
    this.advice = advice
  }
}
