import { ArtooError } from '@artoo/spec'

export function closedError(): ArtooError {
  return new ArtooError('memory_closed', 'The memory is closed; open it again.')
}
