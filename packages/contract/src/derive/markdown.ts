// Helpers that render Markdown.

import { operationNames } from '../operations.ts'

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('|', '\\|')
}

/** Escapes text so that Markdown renders none of it as a tag. */
export function plain(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function code(text: string): string {
  return `\`${text}\``
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

/** Returns the anchor that Markdown renderers give to a heading. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-')
}

/** Turns the names of operations into links to their headings, on the same page or on another one. */
export function linkOperations(text: string, page = ''): string {
  return text.replace(/(?<![`/\w])[a-z]+\/[a-z_]+(?![`/\w])/g, (name) =>
    (operationNames as readonly string[]).includes(name) ? `[${name}](${page}#${anchor(name)})` : name,
  )
}

/** Formats JSON for reading. A value that fits on one line stays on one line. */
export function json(value: unknown, indent = '', width = 100): string {
  const line = oneLine(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= width) return line
  const deeper = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((entry) => deeper + json(entry, deeper, width))
    : Object.entries(value).map(
        ([key, member]) => `${deeper}${JSON.stringify(key)}: ${json(member, deeper, width)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
