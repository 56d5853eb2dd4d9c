export { safePattern } from './checks/safe-pattern.js'
export { type LineMatch, type SearchedLines, searchedLines } from './checks/searched-lines.js'
