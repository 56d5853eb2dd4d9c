import * as z from 'zod'

const text = z.string()

/** Files that are to stay as they were at the yes: `FilePins` of `@artoo/tools`. */
export const filePins = z.strictObject({
  globs: z.array(text),
  except: z.array(text),
  skip: z.array(text),
  /** SHA-256 by path. */
  files: z.record(text, text),
})

/** A command that a person confirmed, as its argv, with what defined it then. */
export const agreedCommand = z.strictObject({ argv: z.array(text).min(1), pins: filePins })

export const noPins = { globs: [], except: [], skip: [], files: {} }
