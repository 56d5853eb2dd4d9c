import fc from 'fast-check'

/** Of every file that sets none: a process would keep that of the file before. */
fc.configureGlobal({ seed: 20260221 })
