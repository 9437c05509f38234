// Renders adrail's own Markdown pages as HTML. Supports only the syntax that those pages use.

/** Resolves the target of a link to a served address. Returns undefined if the target is not served. */
export type ResolveLink = (target: string) => string | undefined

export interface Heading {
  readonly depth: number
  readonly id: string
  /** HTML without links. */
  readonly title: string
}

export interface RenderedMarkdown {
  readonly html: string
  readonly headings: readonly Heading[]
}

export function renderMarkdown(markdown: string, resolve: ResolveLink): RenderedMarkdown {
  const headings: Heading[] = []
  const html = renderBlocks(markdown.split('\n'), {
    renderInline: (text) => renderInlineText(text, resolve),
    addHeading(depth, text) {
      const slug = slugify(text)
      // GitHub numbers the anchors of equal headings in the same way.
      const equal = headings.filter(({ id }) => id === slug || id.replace(/-\d+$/, '') === slug).length
      const id = equal === 0 ? slug : `${slug}-${equal}`
      headings.push({ depth, id, title: renderInlineText(text, () => undefined) })
      return id
    },
    resolve,
  })
  return { html, headings }
}

interface BlockContext {
  readonly renderInline: (text: string) => string
  /** Returns the anchor of the heading. */
  readonly addHeading: (depth: number, text: string) => string
  readonly resolve: ResolveLink
}

const fence = /^```/
const heading = /^(#{1,4}) (.+)$/
const marker = /^(?:[-*]|\d+\.) +/
const comment = /^<!--/
const picture = /^<\/?(?:picture|source|img)\b/

function renderBlocks(lines: readonly string[], context: BlockContext): string {
  const { renderInline, addHeading } = context
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
    if (line.trim() === '' || comment.test(line)) index++
    else if (fence.test(line)) {
      index++
      const code = escapeHtml(takeWhile((next) => !fence.test(next)).join('\n'))
      html.push(`<pre tabindex="0"><code>${code}</code></pre>`)
      index++
    } else if (title !== '') {
      index++
      const id = addHeading(depth.length, title)
      html.push(`<h${depth.length} id="${id}">${renderInline(title)}</h${depth.length}>`)
    } else if (picture.test(line.trim()))
      html.push(
        renderPicture(
          takeWhile((next) => picture.test(next.trim())),
          context.resolve,
        ),
      )
    else if (line.startsWith('|'))
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
          context,
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
    !comment.test(line) &&
    !picture.test(line.trim()) &&
    !line.startsWith('|') &&
    !marker.test(line)
  )
}

/** List entries may contain blocks, indented as far as the entry's first line. */
function renderList(lines: readonly string[], context: BlockContext): string {
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
    (entry) => `<li>${renderBlocks(entry, context).replace(/^<p>(.*?)<\/p>/s, '$1')}</li>`,
  )
  return `<${tag}>\n${items.join('\n')}\n</${tag}>`
}

function renderTable(
  [header = '', rule = '', ...rows]: readonly string[],
  renderInline: BlockContext['renderInline'],
): string {
  const splitCells = (row: string) => row.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/)
  const isRight = splitCells(rule).map((cell) => cell.trim().endsWith(':'))
  // On a phone, each cell shows the name of its column.
  const names = splitCells(header).map((cell) => escapeHtml(cell.trim().replace(/[`*]/g, '')))
  const renderCells = (row: string, tag: string) =>
    splitCells(row)
      .map((cell, at) => {
        const alignment = isRight[at] ? ' class="right"' : ''
        const column = tag === 'td' && at > 0 ? ` data-column="${names[at] ?? ''}"` : ''
        return `<${tag}${alignment}${column}>${renderInline(cell.trim().replaceAll('\\|', '|'))}</${tag}>`
      })
      .join('')
  const body = rows.map((row) => `<tr>${renderCells(row, 'td')}</tr>`).join('\n')
  // A wide table scrolls within its own element, which the keyboard can focus.
  return `<div class="wide" tabindex="0"><table>\n<thead><tr>${renderCells(header, 'th')}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table></div>`
}

/** Pictures have one file per color scheme. The pages contain these tags in the form that GitHub shows. */
function renderPicture(lines: readonly string[], resolve: ResolveLink): string {
  return lines
    .join('\n')
    .replace(
      / (src|srcset)="([^"]*)"/g,
      (_, name: string, target: string) => ` ${name}="${resolve(target) ?? ''}"`,
    )
    .replace('<img ', '<img loading="lazy" ')
}

function renderInlineText(text: string, resolve: ResolveLink): string {
  // Code spans and anchors are replaced by placeholders, because no other syntax applies within them.
  const verbatim: string[] = []
  const keep = (html: string) => `\ue000${verbatim.push(html) - 1}\ue000`
  const withoutCode = text
    .replace(/`([^`]+)`/g, (_, code: string) => keep(`<code>${escapeHtml(code)}</code>`))
    .replace(/<a id="([\w-]+)"><\/a>/g, (_, id: string) => keep(`<a id="${id}"></a>`))
  const html = escapeHtml(withoutCode)
    .replace(/&amp;(lt|gt|amp);/g, '&$1;')
    .replace(/&lt;(https?:[^&\s]+)&gt;/g, '<a href="$1">$1</a>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*\s][^*]*)\*/g, '<em>$1</em>')
  return renderLinks(html, resolve).replaceAll(
    /\ue000(\d+)\ue000/g,
    (_, index: string) => verbatim[Number(index)] ?? '',
  )
}

function renderLinks(html: string, resolve: ResolveLink): string {
  return html
    .replace(/!\[([^\][]*)\]\(([^()\s]+)\)/g, (_, label: string, target: string) => {
      const source = resolve(target)
      if (source === undefined) return label
      return `<span class="diagram" tabindex="0"><img src="${source}" alt="${label}"></span>`
    })
    .replace(/\[([^\][]+)\]\(([^()\s]+)\)/g, (_, label: string, target: string) => {
      const href = resolve(target)
      return href === undefined ? label : `<a href="${href}">${label}</a>`
    })
}

function slugify(title: string): string {
  return title
    .replace(/\[([^\][]+)\]\([^()\s]+\)/g, '$1')
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
