import type { Host, Situation } from './situation.js'

const anyone: Host = { name: 'any' }

const notes = {
  'notes/1.txt': 'Porto\nseen\n',
  'notes/2.txt': 'Lisbon\n',
  'notes/3.txt': 'Braga\nseen\n',
}

/** A follow-up that rests on what was done: afterwards all notes look alike. */
export const undoThat: Situation = {
  name: '"undo that"',
  turns: ['Mark the next open note in "notes" with the line "seen"', 'Undo that'],
  files: notes,
  hosts: [anyone],
  isRight: ({ after, touched, status }) =>
    status === 'complete' && touched.join() === 'notes/2.txt' && after['notes/2.txt'] === notes['notes/2.txt'],
}
