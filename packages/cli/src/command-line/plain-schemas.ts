import * as z from 'zod'

/** Schemas are read as they are: compiling each takes longer than the few values that a command holds against it. */
z.config({ jitless: true })
