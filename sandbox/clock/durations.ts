/**
 * ISO 8601 durations and the bank's way of writing an instant.
 *
 * @module
 */

const pattern = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const unitMillis = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000]

/**
 * Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds (`P3D`, `PT1H30M`, `-PT5M`);
 * `undefined` for anything else, months and years included, which have no fixed length.
 */
export function parseDuration(text: string): number | undefined {
  const parts = pattern.exec(text)
  if (!parts || /[PT]$/.test(text)) return undefined
  const millis = unitMillis.reduce((sum, unit, index) => sum + unit * Number(parts[index + 2] ?? 0), 0)
  return parts[1] ? -millis : millis
}

/** Bahrain keeps UTC+3 all year. */
const bankOffsetMillis = 3 * 3_600_000

/** An instant as the bank writes it in payloads: `2030-01-15T09:00:00.000+03:00`. */
export function toDateTime(at: number): string {
  return `${new Date(at + bankOffsetMillis).toISOString().slice(0, -1)}+03:00`
}
