// Checks the regular expressions of all code that reads untrusted input. Each must match in linear time: an
// expression that backtracks lets one header or field block the event loop
// (https://cwe.mitre.org/data/definitions/1333.html).

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import type { GeneratedFile } from './generatedFile.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const path = 'scripts/linearExpressions.txt'
const sources = 'packages/{contract,server,sandbox}/src/**/*.ts'
const checkTimeoutMs = 60_000

/** Patterns that are built at run time, by file and argument, with the reason why they are safe. */
const dynamicPatterns: Readonly<Record<string, string>> = {
  'packages/contract/src/values.ts pattern': 'Patterns of `matching`, each checked where it is called.',
  "packages/contract/src/derive/toolSchema.ts `\\\\b(${operationNames.join('|')})\\\\b`":
    'Names of operations, matched against our own descriptions.',
  'packages/contract/src/aliases.ts `(?<![\\\\w.])${declared}(?!\\\\w)`':
    'The fixed name of a field, matched against our own sentences.',
  'packages/sandbox/src/variation/wording.ts words':
    'Expressions of the table in the same file, with the flag g.',
  'packages/sandbox/src/platforms/social/calls.ts `${versionPattern}\\\\/(?<id>[^/]+)\\\\/?$`':
    'Version and one path segment.',
  'packages/sandbox/src/platforms/social/calls.ts `${versionPattern}\\\\/(?<id>[^/]+)\\\\/${name}\\\\/?$`':
    'Version, one path segment and the fixed name of an edge.',
  'packages/sandbox/src/platforms/social/calls.ts `${versionPattern}\\\\/search\\\\/?$`':
    'Version and a fixed path.',
  'packages/sandbox/src/platforms/social/calls.ts `${versionPattern}\\\\/?$`': 'Version alone.',
  'packages/sandbox/src/platforms/pro/call.ts `^${root}${pattern}$`':
    'Fixed paths, each of whose parts matches one segment.',
  'packages/sandbox/src/platforms/search/mutate/rules/criteria.ts `^${collection}/(\\\\d+)$`':
    'The fixed name of a collection.',
  "packages/sandbox/src/platforms/search/apiCall.ts `^/v(?<version>${supportedVersions.join('|')})/${path}$`":
    'Fixed versions and paths, each of whose parts matches one segment.',
  'packages/sandbox/src/platforms/search/gaql/conditions.ts `^${source}$`':
    'LIKE patterns: each `%` is one wildcard. Only adrail sends queries to the sandbox.',
  'packages/sandbox/src/platforms/search/gaql/conditions.ts `^(?:${expression})$`':
    'REGEXP_MATCH of Google Ads. Only adrail sends queries to the sandbox.',
}

interface Expression {
  readonly source: string
  readonly flags: string
  readonly location: string
}

interface FileExpressions {
  readonly expressions: readonly Expression[]
  /** Arguments that are not constants, as `<file> <argument>`. */
  readonly unresolvedPatterns: readonly { readonly name: string; readonly location: string }[]
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [property: string]: unknown
}

/** Returns the list of all expressions. Throws when one of them may need more than linear time. */
export async function generateLinearExpressions(): Promise<GeneratedFile> {
  const listedExpressions = new Set(readFileSync(join(root, path), 'utf8').split('\n'))
  const files = globSync(sources, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const fileExpressions = files
    .sort()
    .map((file) => extractExpressions(file, readFileSync(join(root, file), 'utf8')))
  const problems = await findProblems(fileExpressions, listedExpressions, dynamicPatterns)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const lines = new Set(fileExpressions.flatMap(({ expressions }) => expressions.map(formatExpression)))
  return { path, text: `${[...lines].sort().join('\n')}\n` }
}

/**
 * Returns the problems of expressions that `listedExpressions` does not contain, and of arguments without an entry in
 * `reasons`.
 */
export async function findProblems(
  fileExpressions: readonly FileExpressions[],
  listedExpressions: ReadonlySet<string>,
  reasons: Readonly<Record<string, string>>,
): Promise<string[]> {
  const unresolvedPatterns = fileExpressions.flatMap((each) => each.unresolvedPatterns)
  const usedNames = new Set(unresolvedPatterns.map(({ name }) => name))
  const problems = [
    ...unresolvedPatterns
      .filter(({ name }) => !(name in reasons))
      .map(
        ({ name, location }) =>
          `${location}: The pattern "${name}" is no constant. Write a literal, or list it with a reason.`,
      ),
    ...Object.keys(reasons)
      .filter((name) => !usedNames.has(name))
      .map((name) => `${name}: No such pattern exists. Remove it from the list.`),
  ]
  const expressions = new Map(
    fileExpressions.flatMap((each) => each.expressions).map((each) => [formatExpression(each), each]),
  )
  for (const [line, expression] of expressions)
    if (!listedExpressions.has(line)) problems.push(...(await checkBacktracking(expression)))
  return problems
}

function formatExpression({ source, flags }: Expression): string {
  return `/${source}/${flags}`
}

async function checkBacktracking(expression: Expression): Promise<string[]> {
  const { source, flags, location } = expression
  // Loaded lazily because it takes a second: most runs have no new expression to check.
  const { check } = await import('recheck')
  const { status, ...result } = await check(source, flags, { timeout: checkTimeoutMs })
  if (status === 'safe') return []
  const attack = 'attack' in result && result.attack ? ` It is slow for ${result.attack.pattern}.` : ''
  return [
    `${location}: ${formatExpression(expression)} may need more than linear time (${status}).${attack} Rewrite it so that adjacent parts can't match the same text.`,
  ]
}

export function extractExpressions(file: string, text: string): FileExpressions {
  const expressions: Expression[] = []
  const unresolvedPatterns: { name: string; location: string }[] = []
  // The parser has exact types for every kind of node, but this traversal treats all nodes alike.
  const program = parseSync(file, text).program as unknown as SyntaxNode
  const constants = collectConstants(file, program)
  const visit = (node: SyntaxNode): void => {
    const location = `${file}:${text.slice(0, node.start).split('\n').length}`
    if (node.type === 'Literal' && isNode(node['regex'], 'pattern')) {
      const { pattern, flags } = node['regex'] as unknown as { pattern: string; flags: string }
      expressions.push({ source: pattern, flags, location })
    }
    const [pattern, flags] = getPatternArguments(node)
    if (pattern && !isNode(pattern['regex'], 'pattern')) {
      const source = resolveConstant(pattern, constants)
      const flagsText = flags ? resolveConstant(flags, constants) : ''
      if (source === undefined || flagsText === undefined)
        unresolvedPatterns.push({ name: `${file} ${text.slice(pattern.start, pattern.end)}`, location })
      else expressions.push({ source, flags: flagsText, location })
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
  }
  visit(program)
  return { expressions, unresolvedPatterns }
}

/**
 * Returns the arguments of `new RegExp('…', 'flags')`, or of the contract's `matching('^…$', 'must be …')`.
 */
function getPatternArguments(node: SyntaxNode): SyntaxNode[] {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return []
  const { name } = node['callee'] as { name?: unknown }
  const callArguments = node['arguments'] as SyntaxNode[]
  if (name === 'RegExp') return callArguments.slice(0, 2)
  return name === 'matching' ? callArguments.slice(0, 1) : []
}

/** Returns the string constants of a file and of the files that it imports, by name. */
function collectConstants(file: string, program: SyntaxNode): ReadonlyMap<string, string> {
  const constants = new Map<string, string>()
  for (const statement of program['body'] as SyntaxNode[]) {
    if (statement.type === 'ImportDeclaration') {
      for (const [name, text] of loadImportedConstants(file, statement)) constants.set(name, text)
      continue
    }
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement
    if (declaration.type !== 'VariableDeclaration' || declaration['kind'] !== 'const') continue
    for (const { id, init } of declaration['declarations'] as { id: { name?: string }; init: unknown }[]) {
      const text = isNode(init) ? resolveConstant(init, constants) : undefined
      if (id.name !== undefined && text !== undefined) constants.set(id.name, text)
    }
  }
  return constants
}

function loadImportedConstants(
  file: string,
  { source, specifiers }: SyntaxNode,
): (readonly [string, string])[] {
  const from = String((source as SyntaxNode)['value'])
  if (!from.startsWith('.')) return []
  const fileConstants = loadConstants(join(dirname(file), from))
  return (specifiers as { imported?: { name?: string }; local: { name: string } }[]).flatMap((each) => {
    const text = fileConstants.get(each.imported?.name ?? '')
    return text === undefined ? [] : [[each.local.name, text] as const]
  })
}

const constantsByFile = new Map<string, ReadonlyMap<string, string>>()

function loadConstants(file: string): ReadonlyMap<string, string> {
  const cachedConstants = constantsByFile.get(file)
  if (cachedConstants) return cachedConstants
  // Prevents endless recursion for circular imports.
  constantsByFile.set(file, new Map())
  const text = readFileSync(join(root, file), 'utf8')
  const constants = collectConstants(file, parseSync(file, text).program as unknown as SyntaxNode)
  constantsByFile.set(file, constants)
  return constants
}

/**
 * Returns the text of a literal, of a constant, or of a template of these. Returns undefined for other nodes.
 */
function resolveConstant(node: SyntaxNode, constants: ReadonlyMap<string, string>): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type === 'Identifier') return constants.get(String(node['name']))
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  const values = (node['expressions'] as SyntaxNode[]).map((each) => resolveConstant(each, constants))
  if (values.includes(undefined)) return undefined
  return quasis.map(({ value }, index) => value.cooked + (values[index] ?? '')).join('')
}

function isNode(value: unknown, property = 'type'): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Record<string, unknown>)[property] === 'string'
  )
}
