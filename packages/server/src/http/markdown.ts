// Renders adrail's own Markdown pages as HTML. Supports only the syntax that those pages use.

/** Resolves the target of a link to a served address. Returns undefined if the target is not served. */
export type ResolveLink = (target: string) => string | undefined

export function renderMarkdown(markdown: string, resolve: ResolveLink): string {
  return renderBlocks(markdown.split('\n'), (text) => renderInlineText(text, resolve))
}

type RenderInline = (text: string) => string

const fence = /^```/
const heading = /^(#{1,4}) (.+)$/
const marker = /^(?:[-*]|\d+\.) +/

function renderBlocks(lines: readonly string[], renderInline: RenderInline): string {
  const html: string[] = []
  let index = 0
  /** Takes the next lines that match. */
  const takeWhile = (matches: (line: string) => boolean): string[] => {
    const start = index
    while (index < lines.length && matches(lines[index] ?? '')) index++
    return lines.slice(start, index)
  }
  while (index < lines.length) {
    const line = lines[index] ?? ''
    const [, depth = '', title = ''] = heading.exec(line) ?? []
    if (line.trim() === '') index++
    else if (fence.test(line)) {
      index++
      const code = escapeHtml(takeWhile((next) => !fence.test(next)).join('\n'))
      // Diagrams are left out, because no script renders them.
      if (line !== '```mermaid') html.push(`<pre tabindex="0"><code>${code}</code></pre>`)
      index++
    } else if (title !== '') {
      index++
      html.push(`<h${depth.length} id="${slugify(title)}">${renderInline(title)}</h${depth.length}>`)
    } else if (line.startsWith('|'))
      html.push(
        renderTable(
          takeWhile((next) => next.startsWith('|')),
          renderInline,
        ),
      )
    else if (marker.test(line))
      html.push(
        renderList(
          takeWhile((next) => marker.test(next) || /^(\s|$)/.test(next)),
          renderInline,
        ),
      )
    else html.push(`<p>${renderInline(takeWhile(isPlain).join(' '))}</p>`)
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
function renderList(lines: readonly string[], renderInline: RenderInline): string {
  const entries: string[][] = []
  let indent = 0
  for (const line of lines) {
    const [bullet = ''] = marker.exec(line) ?? []
    if (bullet === '') entries.at(-1)?.push(line.slice(Math.min(indent, line.search(/\S|$/))))
    else {
      indent = bullet.length
      entries.push([line.slice(indent)])
    }
  }
  const tag = /^\d/.test(lines[0] ?? '') ? 'ol' : 'ul'
  const items = entries.map(
    (entry) => `<li>${renderBlocks(entry, renderInline).replace(/^<p>(.*?)<\/p>/s, '$1')}</li>`,
  )
  return `<${tag}>\n${items.join('\n')}\n</${tag}>`
}

function renderTable([header = '', , ...rows]: readonly string[], renderInline: RenderInline): string {
  const renderCells = (row: string, tag: string) =>
    row
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => `<${tag}>${renderInline(cell.trim().replaceAll('\\|', '|'))}</${tag}>`)
      .join('')
  const body = rows.map((row) => `<tr>${renderCells(row, 'td')}</tr>`).join('\n')
  // A wide table scrolls within its own element, which the keyboard can focus.
  return `<div class="wide" tabindex="0"><table>\n<thead><tr>${renderCells(header, 'th')}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table></div>`
}

function renderInlineText(text: string, resolve: ResolveLink): string {
  // Code spans are replaced by placeholders, because no other syntax applies within code.
  const codeSpans: string[] = []
  const withoutCode = text.replace(
    /`([^`]+)`/g,
    (_, code: string) => `\ue000${codeSpans.push(code) - 1}\ue000`,
  )
  const html = escapeHtml(withoutCode)
    .replace(/&lt;(https?:[^&\s]+)&gt;/g, '<a href="$1">$1</a>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*\s][^*]*)\*/g, '<em>$1</em>')
  return renderLinks(html, resolve).replaceAll(
    /\ue000(\d+)\ue000/g,
    (_, index: string) => `<code>${escapeHtml(codeSpans[Number(index)] ?? '')}</code>`,
  )
}

function renderLinks(html: string, resolve: ResolveLink): string {
  return html.replace(/\[([^\][]+)\]\(([^()\s]+)\)/g, (_, label: string, target: string) => {
    const href = resolve(target)
    return href === undefined ? label : `<a href="${href}">${label}</a>`
  })
}

function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
