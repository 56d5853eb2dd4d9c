import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { oneLine } from '@artoo/llm'
import type { Reached } from './reached-files.js'

type Fields = Readonly<Record<string, unknown>>

/** Sentences on what a configuration does once a person says yes, each safe to show on a terminal. */
export function describedConfig(path: string, { files, packages, unclear }: Reached): readonly string[] {
  const others = files.slice(1).map((file) => relative(dirname(path), file))
  const isData = path.endsWith('.json')
  const sentences = [
    isData ? [] : ['its code runs with your rights'],
    isData ? describedData(path) : [],
    others.length > 0 ? [`it reaches ${others.join(', ')}`] : [],
    packages.length > 0 ? [`it imports ${packages.join(', ')} from node_modules`] : [],
    unclear.map((one) => `it reaches what can’t be told beforehand, so you are asked each time: ${one}`),
  ]
  return sentences.flat().map((sentence) => oneLine(sentence, 2_000))
}

function describedData(path: string): readonly string[] {
  let data: Fields
  try {
    data = fieldsOf(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return ['it is no JSON']
  }
  const { mcpServers, trustServers, permissions, sandbox, model, ...others } = data
  const { allow, mode } = fieldsOf(permissions)
  return [
    ...Object.entries(fieldsOf(mcpServers)).map(([name, server]) => describedServer(name, fieldsOf(server))),
    ...textsIn(trustServers).map((name) => `what server ${name} calls a read runs without a question`),
    ...listOf(allow).map(
      (rule) => `runs without a question: ${typeof rule === 'string' ? rule : JSON.stringify(rule)}`,
    ),
    ...(mode === undefined ? [] : [`the mode is ${String(mode)}`]),
    ...(sandbox === undefined ? [] : [`the sandbox is ${JSON.stringify(sandbox)}`]),
    ...(model === undefined ? [] : [`the model is ${JSON.stringify(model)}`]),
    ...(Object.keys(others).length > 0 ? [`it sets ${Object.keys(others).join(', ')}`] : []),
  ]
}

function describedServer(name: string, { command, args, url, env, headers, cwd }: Fields): string {
  const more = Object.entries({ env, headers, cwd })
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `, with ${field} ${JSON.stringify(value)}`)
    .join('')
  if (typeof command !== 'string') return `server ${name} is reached at ${String(url)}${more}`
  return `starts server ${name} with your rights: ${[command, ...textsIn(args)].join(' ')}${more}`
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textsIn = (value: unknown) => listOf(value).filter((one) => typeof one === 'string')
