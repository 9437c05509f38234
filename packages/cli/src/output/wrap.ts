// Wraps text to a maximum line width.

export function wrapText(text: string, width: number, indent = ''): string[] {
  if (text === '') return []
  const lines: string[] = []
  let line = indent
  for (const word of text.split(/\s+/)) {
    const isFirst = line.length === indent.length
    if (!isFirst && line.length + 1 + word.length > width) {
      lines.push(line)
      line = indent + word
    } else line += isFirst ? word : ` ${word}`
  }
  return [...lines, line]
}
