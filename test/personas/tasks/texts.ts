import { type Files, numbered } from '../task.js'

/** What several tasks find in their folder. */
export const log = numbered(
  200,
  (index) => `2024-05-01 ${index} ${index % 7 === 3 ? 'ERROR' : 'INFO'} request ${index * 37}`,
)

export const docs: Files = {
  'docs/plan.md': '# Plan\n\nThe deadline is in May.\nNobody knows why.\n',
  'docs/team.md': '# Team\n\nAda and Grace.\n',
  'docs/old/history.md': '# History\n\nThe first deadline passed.\n',
  'docs/old/deep/notes.txt': 'one\ntwo\nthree\nfour\n',
}

export const letter = 'Dear Ada,\nteh parcel is on teh way.\nHere is teh bill.\nYours\n'
export const todo = 'buy milk\ncall Grace\npay the rent\nwater the plants\n'
