import { ArtooError } from './errors.js'

/** The refusal of an instance that is used after it was closed. `of` is the instance in words: `'runtime'`. */
export const closedError = (of: string): ArtooError =>
  new ArtooError('closed', `this ${of} was closed: create another one`)
