import { oneLine, type PersonRequest, someLines } from '@artoo/sdk'

/** A request as lines for a terminal. */
export function requestLines(request: PersonRequest): readonly string[] {
  if (request.kind === 'confirm') {
    const { action, reason, change, full, why } = request
    const said = why === undefined ? [] : [`its model says: ${oneLine(why, 300)}`]
    const shown = change?.diff ?? (change === null ? full : `${change.bytesBefore} → ${change.bytesAfter} bytes`)
    return [
      ...['', `Allow this: ${oneLine(action)}?`, `because: ${oneLine(reason)}`],
      ...said,
      ...someLines(shown).split('\n'),
      'yes, no, or the reason for a no:',
    ]
  }
  const { question, choices = [], kind } = request
  const ways = choices.length === 0 ? [] : [`(${choices.map((choice) => oneLine(choice)).join(', ')})`]
  const access =
    kind === 'access' ? ['It asks for an access: yes, or the reason for a no. No secret belongs here:'] : []
  return ['', ...someLines(question).split('\n'), ...ways, ...access]
}
