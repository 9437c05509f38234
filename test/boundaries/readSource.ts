// Extracts what the rules check from a source file: imports, globals of the outside world, declared names,
// comments and texts. A parser reads the source, so comments and strings never count as code.

import { posix } from 'node:path'
import { parseSync } from 'vite'

export interface Import {
  readonly line: number
  readonly from: string
  /** The path of the imported file from the repository root. Undefined for imports of packages. */
  readonly file: string | undefined
  /** True when loading the file also loads the module. False for type-only and dynamic imports. */
  readonly isEager: boolean
}

/** A global of the outside world that a file touches, such as `process.env` or `new Date()`. */
export interface GlobalUse {
  readonly line: number
  readonly expression: string
}

/** A name that a file declares: a variable, parameter, function, class, type, property or method. */
export interface Declaration {
  readonly line: number
  readonly name: string
}

/** A comment, or adjacent line comments as one. Line breaks and comment markers are removed. */
export interface Comment {
  readonly line: number
  readonly text: string
}

/** A string, a literal part of a template, or the text of a JSX element. */
export interface Text {
  readonly line: number
  readonly text: string
}

/** A property that a file reads or writes by its name: `row.name`, `{ name: 1 }` or `const { name } = row`. */
export interface PropertyUse {
  readonly line: number
  readonly name: string
}

export interface Source {
  readonly path: string
  readonly imports: readonly Import[]
  readonly propertyUses: readonly PropertyUse[]
  readonly uses: readonly GlobalUse[]
  readonly declarations: readonly Declaration[]
  /** The names in the file's `export` declarations. Re-exports do not count. */
  readonly exportedNames: readonly string[]
  readonly comments: readonly Comment[]
  readonly texts: readonly Text[]
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [property: string]: unknown
}

export function readSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const imports: Import[] = []
  const uses: GlobalUse[] = []
  const propertyUses: PropertyUse[] = []
  const declarations: Declaration[] = []
  const exportedNames = new Set<string>()
  const texts: Text[] = []
  const lineNumber = ({ start }: { readonly start: number }) => text.slice(0, start).split('\n').length
  const visit = (node: SyntaxNode): void => {
    const from = findImportedModule(node)
    if (from !== undefined) {
      const file = from.startsWith('.') ? posix.join(posix.dirname(path), from) : undefined
      imports.push({ line: lineNumber(node), from, file, isEager: isEagerImport(node) })
    }
    for (const expression of listGlobals(node)) uses.push({ line: lineNumber(node), expression })
    for (const name of listDeclaredNames(node)) declarations.push({ line: lineNumber(node), name })
    for (const name of listExportedNames(node)) exportedNames.add(name)
    const usedProperty = findUsedProperty(node)
    if (usedProperty !== undefined) propertyUses.push({ line: lineNumber(node), name: usedProperty })
    const literal = findText(node)
    if (literal !== undefined) texts.push({ line: lineNumber(node), text: literal })
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
  }
  // The parser's types distinguish every kind of node. The walk treats all nodes alike.
  visit(program as unknown as SyntaxNode)
  return {
    path,
    imports,
    uses,
    propertyUses,
    declarations,
    exportedNames: [...exportedNames],
    comments: joinLineComments(
      comments.map(({ value, start }) => ({ line: lineNumber({ start }), text: value })),
    ),
    texts,
  }
}

/** Joins the line comments of consecutive lines, because a sentence may span several of them. */
function joinLineComments(comments: readonly Comment[]): Comment[] {
  const joined: { line: number; lastLine: number; text: string }[] = []
  for (const { line, text } of comments) {
    const words = text.replace(/^[*\s]+|\n[*\s]*/g, ' ').trim()
    const previous = joined.at(-1)
    const lastLine = line + text.split('\n').length - 1
    if (previous?.lastLine === line - 1)
      Object.assign(previous, { lastLine, text: `${previous.text} ${words}` })
    else joined.push({ line, lastLine, text: words })
  }
  return joined.map(({ line, text }) => ({ line, text }))
}

/** Lists the names that one node declares, without those of its children. */
function listDeclaredNames(node: SyntaxNode): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'TSFunctionType':
    case 'TSMethodSignature':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration': {
      const parameters = Array.isArray(node['params']) ? node['params'] : []
      const key = node['computed'] ? undefined : node['key']
      return [node['id'], key, ...parameters].flatMap(listBoundNames)
    }
    case 'TSPropertySignature':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return node['computed'] ? [] : listBoundNames(node['key'])
    default:
      return []
  }
}

/** Lists the names that a binding pattern introduces. `{ a: b, ...c }` introduces `b` and `c`. */
function listBoundNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern['name'])]
    case 'ObjectPattern':
      return [pattern['properties']].flat().flatMap(listBoundNames)
    case 'ArrayPattern':
      return [pattern['elements']].flat().flatMap(listBoundNames)
    case 'Property':
      return listBoundNames(pattern['value'])
    case 'AssignmentPattern':
      return listBoundNames(pattern['left'])
    case 'RestElement':
      return listBoundNames(pattern['argument'])
    case 'TSParameterProperty':
      return listBoundNames(pattern['parameter'])
    default:
      return []
  }
}

function findUsedProperty(node: SyntaxNode): string | undefined {
  if (node['computed'] === true) return undefined
  if (node.type === 'MemberExpression') return toDottedName(node['property'])
  return node.type === 'Property' ? toDottedName(node['key']) : undefined
}

function findText(node: SyntaxNode): string | undefined {
  const { type, value } = node
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value
  if (type !== 'TemplateElement' || typeof value !== 'object' || value === null) return undefined
  return 'cooked' in value && typeof value.cooked === 'string' ? value.cooked : undefined
}

function listExportedNames(node: SyntaxNode): string[] {
  if (node.type !== 'ExportNamedDeclaration') return []
  const { declaration } = node
  const declarators = isNode(declaration) ? [declaration['declarations'] ?? declaration].flat() : []
  return declarators.flatMap((declarator) => (isNode(declarator) ? listBoundNames(declarator['id']) : []))
}

const loaders = ['require', 'require.resolve', 'process.getBuiltinModule']

/** Returns the module that a node imports, by a static or dynamic import, an export, a type or a loader. */
function findImportedModule(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return stringValue(node['source'])
    case 'CallExpression': {
      const [first] = Array.isArray(node['arguments']) ? node['arguments'] : []
      return loaders.includes(toDottedName(node['callee']) ?? '') ? stringValue(first) : undefined
    }
    default:
      return undefined
  }
}

/** Returns the module that a value imports, without the `node:` prefix. Accepts values that are not nodes. */
function findNodeModule(value: unknown): string | undefined {
  return isNode(value) ? findImportedModule(value)?.replace(/^node:/, '') : undefined
}

function isEagerImport(node: SyntaxNode): boolean {
  const isType = node['importKind'] === 'type' || node['exportKind'] === 'type'
  return node.type !== 'ImportExpression' && node.type !== 'TSImportType' && !isType
}

function listGlobals(node: SyntaxNode): string[] {
  switch (node.type) {
    case 'MemberExpression':
      return [toDottedName(node) ?? []].flat()
    case 'NewExpression':
      return toDottedName(node['callee']) === 'Date' && isEmpty(node['arguments']) ? ['new Date()'] : []
    case 'CallExpression':
      return ['Date', 'fetch'].flatMap((name) => (toDottedName(node['callee']) === name ? [`${name}()`] : []))
    // `import { env } from 'node:process'`, `const { env } = process` and similar forms also read
    // process.env.
    case 'ImportDeclaration': {
      const module = findNodeModule(node)
      return listPropertyNames(node['specifiers'], 'imported').map((name) => `${module}.${name}`)
    }
    case 'VariableDeclarator': {
      const object = toDottedName(node['init']) ?? findNodeModule(node['init'])
      const pattern = isNode(node['id']) ? node['id']['properties'] : undefined
      return object === undefined ? [] : listPropertyNames(pattern, 'key').map((name) => `${object}.${name}`)
    }
    default:
      return []
  }
}

function listPropertyNames(nodes: unknown, property: string): string[] {
  return Array.isArray(nodes)
    ? nodes.flatMap((node) => (isNode(node) ? (toDottedName(node[property]) ?? []) : []))
    : []
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0
}

/** Returns `a.b` for the expressions a.b, a?.b and a['b'], and undefined for any other expression. */
function toDottedName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type !== 'MemberExpression') return undefined
  const object = toDottedName(node['object'])
  const property = node['computed'] ? stringValue(node['property']) : toDottedName(node['property'])
  return object === undefined || property === undefined ? undefined : `${object}.${property}`
}

function stringValue(node: unknown): string | undefined {
  return isNode(node) && typeof node['value'] === 'string' ? node['value'] : undefined
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
