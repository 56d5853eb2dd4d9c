/** A time for people and models: ISO 8601 in the zone of the process. A number that is no date stays a number. */
export function isoTime(at: number): string {
  const minutesEast = -new Date(at).getTimezoneOffset()
  const shifted = new Date(at + minutesEast * 60_000)
  if (Number.isNaN(shifted.getTime())) return String(at)
  const sign = minutesEast < 0 ? '-' : '+'
  const [hours, minutes] = [Math.trunc(minutesEast / 60), minutesEast % 60].map((part) =>
    String(Math.abs(part)).padStart(2, '0'),
  )
  return `${shifted.toISOString().slice(0, -'.000Z'.length)}${sign}${hours}:${minutes}`
}
