// Renders adrail's own Markdown pages as HTML. Supports only the syntax that those pages use.

/** Resolves the target of a link to a served address. Returns undefined if the target is not served. */
export type Resolve = (target: string) => string | undefined

export function htmlOf(markdown: string, resolve: Resolve): string {
  return blocks(markdown.split('\n'), (text) => inline(text, resolve))
}

type Inline = (text: string) => string

const fence = /^```/
const heading = /^(#{1,4}) (.+)$/
const marker = /^(?:[-*]|\d+\.) +/

function blocks(lines: readonly string[], inline: Inline): string {
  const html: string[] = []
  let at = 0
  /** Takes the next lines that match. */
  const take = (belongs: (line: string) => boolean): string[] => {
    const from = at
    while (at < lines.length && belongs(lines[at] ?? '')) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const [, depth = '', title = ''] = heading.exec(line) ?? []
    if (line.trim() === '') at++
    else if (fence.test(line)) {
      at++
      const code = escaped(take((next) => !fence.test(next)).join('\n'))
      // Diagrams are left out, because no script renders them.
      if (line !== '```mermaid') html.push(`<pre tabindex="0"><code>${code}</code></pre>`)
      at++
    } else if (title !== '') {
      at++
      html.push(`<h${depth.length} id="${slug(title)}">${inline(title)}</h${depth.length}>`)
    } else if (line.startsWith('|'))
      html.push(
        table(
          take((next) => next.startsWith('|')),
          inline,
        ),
      )
    else if (marker.test(line))
      html.push(
        list(
          take((next) => marker.test(next) || /^(\s|$)/.test(next)),
          inline,
        ),
      )
    else html.push(`<p>${inline(take(isPlain).join(' '))}</p>`)
  }
  return html.join('\n')
}

function isPlain(line: string): boolean {
  return (
    line.trim() !== '' &&
    !fence.test(line) &&
    !heading.test(line) &&
    !line.startsWith('|') &&
    !marker.test(line)
  )
}

/** List entries may contain blocks, indented as far as the entry's first line. */
function list(lines: readonly string[], inline: Inline): string {
  const entries: string[][] = []
  let indent = 0
  for (const line of lines) {
    const [sign = ''] = marker.exec(line) ?? []
    if (sign === '') entries.at(-1)?.push(line.slice(Math.min(indent, line.search(/\S|$/))))
    else {
      indent = sign.length
      entries.push([line.slice(indent)])
    }
  }
  const name = /^\d/.test(lines[0] ?? '') ? 'ol' : 'ul'
  const shown = entries.map((entry) => `<li>${blocks(entry, inline).replace(/^<p>(.*?)<\/p>/s, '$1')}</li>`)
  return `<${name}>\n${shown.join('\n')}\n</${name}>`
}

function table([head = '', , ...rows]: readonly string[], inline: Inline): string {
  const cells = (row: string, name: string) =>
    row
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => `<${name}>${inline(cell.trim().replaceAll('\\|', '|'))}</${name}>`)
      .join('')
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')
  // A wide table scrolls within its own element, which the keyboard can focus.
  return `<div class="wide" tabindex="0"><table>\n<thead><tr>${cells(head, 'th')}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table></div>`
}

function inline(text: string, resolve: Resolve): string {
  // Code spans are replaced by placeholders, because no other syntax applies within code.
  const codes: string[] = []
  const rest = text.replace(/`([^`]+)`/g, (_, code: string) => `\ue000${codes.push(code) - 1}\ue000`)
  const shown = escaped(rest)
    .replace(/&lt;(https?:[^&\s]+)&gt;/g, '<a href="$1">$1</a>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*\s][^*]*)\*/g, '<em>$1</em>')
  return links(shown, resolve).replaceAll(
    /\ue000(\d+)\ue000/g,
    (_, index: string) => `<code>${escaped(codes[Number(index)] ?? '')}</code>`,
  )
}

function links(html: string, resolve: Resolve): string {
  return html.replace(/\[([^\][]+)\]\(([^()\s]+)\)/g, (_, words: string, target: string) => {
    const href = resolve(target)
    return href === undefined ? words : `<a href="${href}">${words}</a>`
  })
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
