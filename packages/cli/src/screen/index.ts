export { type ScreenOptions, startScreen } from './app.js'
export { fileHistory } from './history-file.js'
<<<<<<< HEAD
export { keyWords } from './keys.js'
export type { Block, Command, History, Item, Lines, Page, Shown, Tone, Views } from './ports.js'
=======
export { keyLines } from './keys.js'
export type { Block, Command, Item, Lines, Page, Shown, Views } from './ports.js'
>>>>>>> main
export { rewindPicker } from './rewind.js'
