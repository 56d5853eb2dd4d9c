const withReturns = (text: string) => text.replace(/\r?\n/g, '\r\n')
const withoutReturns = (text: string) => text.replaceAll('\r\n', '\n')

/** What an edit changed that it wasn't to change, line ends included; null for nothing. */
export function wrongEdit(old: string, now: string, { oldText, newText }: { oldText?: string; newText: string }) {
  if (oldText === undefined) return missingLine(old, now)
  const given = replaced(old, oldText, newText)
  const converted = replaced(old, withReturns(oldText), withReturns(newText))
  const isMixed = old.includes('\r\n') && /(^|[^\r])\n/.test(old)
  const allowed = isMixed ? [given, converted] : [old.includes('\r\n') ? converted : given]
  return allowed.includes(now) ? null : 'something else was changed than was asked for'
}

function missingLine(old: string, now: string): string | null {
  const lines = new Set(withoutReturns(now).split('\n'))
  const missing = withoutReturns(old)
    .split('\n')
    .find((line) => line !== '' && !lines.has(line) && !lines.has(line.replace('\uFEFF', '')))
  return missing === undefined ? null : `the line ${missing.slice(0, 20)} isn't there any more`
}

/** Takes a line end for one character, as whoever looks at a text does. */
function replaced(text: string, oldText: string, newText: string): string {
  const units = unitsOf(text)
  const wanted = unitsOf(oldText)
  let done = ''
  for (let at = 0; at < units.length; ) {
    const isThere = wanted.every((unit, index) => units[at + index] === unit)
    done += isThere ? newText : units[at]
    at += isThere ? wanted.length : 1
  }
  return done
}

const unitsOf = (text: string): readonly string[] => text.match(/\r\n|[\s\S]/g) ?? []
