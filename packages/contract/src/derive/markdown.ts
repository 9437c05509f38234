// Helpers that render Markdown.

import { groupOf, type OperationName, operationNames } from '../operations.ts'

export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatRow = (cells: readonly string[]) => `| ${cells.map(formatCell).join(' | ')} |`
  return [formatRow(head), `|${'---|'.repeat(head.length)}`, ...rows.map(formatRow)].join('\n')
}

function formatCell(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('|', '\\|')
}

/** Escapes text so that Markdown renders none of it as a tag. */
export function escapeTags(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function inlineCode(text: string): string {
  return `\`${text}\``
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

/** Returns the anchor that Markdown renderers give to a heading. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-')
}

/** Returns the link to an operation, for a page from which `folder` leads to `docs/operations/`. */
export function operationLink(name: OperationName, folder: string): string {
  return `${folder}${groupOf(name)}.md#${toAnchor(name)}`
}

/** Turns the names of operations into links to their headings, see `operationLink`. */
export function linkOperations(text: string, folder = 'operations/'): string {
  return text.replace(/(?<![`/\w])[a-z]+\/[a-z_]+(?![`/\w])/g, (word) => {
    const name = operationNames.find((each) => each === word)
    return name === undefined ? word : `[${name}](${operationLink(name, folder)})`
  })
}

/** Formats JSON for reading. A value that fits on one line stays on one line. */
export function formatJson(value: unknown, indent = '', width = 100): string {
  const singleLine = formatOneLine(value)
  if (typeof value !== 'object' || value === null || indent.length + singleLine.length <= width)
    return singleLine
  const deeper = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((entry) => deeper + formatJson(entry, deeper, width))
    : Object.entries(value).map(
        ([key, fieldValue]) => `${deeper}${JSON.stringify(key)}: ${formatJson(fieldValue, deeper, width)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function formatOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([key, fieldValue]) => `${JSON.stringify(key)}: ${formatOneLine(fieldValue)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
