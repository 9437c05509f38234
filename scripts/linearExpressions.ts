// The regular expressions of everything that reads strangers' input. Each was found to match in linear time: one that
// backtracks lets a single header or field stop the event loop for everyone (https://cwe.mitre.org/data/definitions/1333.html).

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import type { GeneratedFile } from './generatedFile.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const path = 'scripts/linearExpressions.txt'
const sources = 'packages/{contract,server,sandbox}/src/**/*.ts'
const checkTimeoutMs = 60_000

interface Expression {
  readonly source: string
  readonly flags: string
  readonly place: string
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [property: string]: unknown
}

/** The list of all expressions; throws when one of them is not known to match in linear time. */
export async function linearExpressions(): Promise<GeneratedFile> {
  const listed = new Set(readFileSync(join(root, path), 'utf8').split('\n'))
  const used = new Map(expressionsInSources().map((each) => [lineOf(each), each]))
  const problems: string[] = []
  for (const [line, expression] of used)
    if (!listed.has(line)) problems.push(...(await problemsWith(expression)))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { path, text: `${[...used.keys()].sort().join('\n')}\n` }
}

function lineOf({ source, flags }: Expression): string {
  return `/${source}/${flags}`
}

async function problemsWith(expression: Expression): Promise<string[]> {
  const { source, flags, place } = expression
  // Loaded only when there is something new to check: it takes a second.
  const { check } = await import('recheck')
  const { status, ...found } = await check(source, flags, { timeout: checkTimeoutMs })
  if (status === 'safe') return []
  const attack = 'attack' in found && found.attack ? ` It is slow for ${found.attack.pattern}.` : ''
  return [
    `${place}: ${lineOf(expression)} may need more than linear time (${status}).${attack} Rewrite it so that adjacent parts can't match the same text.`,
  ]
}

function expressionsInSources(): Expression[] {
  const files = globSync(sources, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const found: Expression[] = []
    const visit = (node: SyntaxNode): void => {
      const place = () => `${file}:${text.slice(0, node.start).split('\n').length}`
      for (const expression of expressionsAt(node)) found.push({ ...expression, place: place() })
      for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
    }
    // The parser's types are exact for every kind of node; the walk treats all alike.
    visit(parseSync(file, text).program as unknown as SyntaxNode)
    return found
  })
}

/** A literal, or a pattern that the contract builds a check from: `matching('^…$', …)`. */
function expressionsAt(node: SyntaxNode): Pick<Expression, 'source' | 'flags'>[] {
  if (node.type === 'Literal' && isNode(node['regex'], 'pattern')) {
    const { pattern, flags } = node['regex'] as unknown as { pattern: string; flags: string }
    return [{ source: pattern, flags }]
  }
  if (node.type !== 'CallExpression' || (node['callee'] as { name?: unknown }).name !== 'matching') return []
  const [first] = node['arguments'] as { value?: unknown }[]
  return typeof first?.value === 'string' ? [{ source: first.value, flags: '' }] : []
}

function isNode(value: unknown, property = 'type'): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Record<string, unknown>)[property] === 'string'
  )
}
