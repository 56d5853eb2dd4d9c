import { ArtooError } from '@artoo/spec'

/** The share of the room for a conversation that the user's own words may take: three roles are shown all of them. */
const shareOfTask = 1 / 4

/**
 * Asserts that a task can be given in these words.
 *
 * @throws {ArtooError} `invalid_input` for a value that is not a text, is empty, or takes more than a quarter of the
 * room.
 */
export function assertTask(text: unknown, room: number): void {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new ArtooError('invalid_input', 'give the task in words', { field: 'text' })
  }
  const most = Math.floor(room * shareOfTask)
  if (text.length <= most) return
  const remedy = 'put what is long where a tool can read it, or raise limits.conversationCharacters'
  const message = `the task has ${text.length} characters, of which ${most} can be taken: ${remedy}`
  throw new ArtooError('invalid_input', message, { field: 'text' })
}
