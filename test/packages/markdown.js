import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * The fenced blocks of a Markdown file, each with the number of the line after its fence, and with the name of the file that it is, if its first line is
 * `// name.mjs`.
 */
export function blocksOf(file) {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm)].map(({ index, 1: language, 2: code }) => ({
    file,
    language,
    code,
    name: /^\/\/ (\S+)\.mjs\n/.exec(code)?.[1],
    line: text.slice(0, index).split('\n').length + 1,
  }))
}

/** The packages that a block imports, without Node's own. */
function importsOf({ code }) {
  return ts
    .preProcessFile(code)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => !/^(node:|\.)/.test(specifier))
    .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
}

/** The packages that a block of shell commands installs. */
function installsOf({ code }) {
  return [...code.matchAll(/^npm install ([^#\n]*)/gm)]
    .flatMap(([, words]) => words.trim().split(/\s+/))
    .filter((word) => !word.startsWith('-'))
}

/** A reader installs what the line says and copies the example: no import may be missing, none superfluous. */
export function checkInstallLine(file, blocks) {
  const sorted = (languages, names) =>
    [...new Set(blocks.filter((block) => languages.includes(block.language)).flatMap(names))].sort()
  const imported = sorted(['ts', 'js'], importsOf)
  const installed = sorted(['sh'], installsOf)
  if (imported.join() === installed.join()) return []
  return [`${file}: the ts blocks import ${imported.join(' ')}: say \`npm install ${imported.join(' ')}\``]
}
