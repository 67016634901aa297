/**
 * ISO 8601 durations.
 *
 * @module
 */

const pattern = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const unitMillis = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000]

/**
 * Whole milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds (`P3D`, `PT1H30M`, `-PT5M`);
 * `undefined` for anything else, months and years included, which have no fixed length.
 */
export function parseDuration(text: string): number | undefined {
  const parts = pattern.exec(text)
  if (!parts || /[PT]$/.test(text)) return undefined
  const millis = unitMillis.reduce((sum, unit, index) => sum + unit * Number(parts[index + 2] ?? 0), 0)
  return Math.round(parts[1] ? -millis : millis)
}
