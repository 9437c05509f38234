// Draws diagrams as SVG. A picture follows the color scheme of its reader and has a background of its own, so that
// GitHub and the served pages show the same file.

export type Point = readonly [x: number, y: number]

const style = `
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #17201d; }
.strong { font-weight: 600; }
.code { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.small { font-size: 12px; fill: #54635d; }
.card { fill: #ffffff; stroke: #dbe2df; }
.box { fill: #f4f7f6; stroke: #7c8b85; }
.accent { fill: #e3f1ea; stroke: #1f6f50; }
.warn { fill: #fdf3dc; stroke: #855400; }
.bad { fill: #fdeaeb; stroke: #a3242b; }
.frame { fill: none; stroke: #7c8b85; stroke-dasharray: 4 4; }
.line { fill: none; stroke: #54635d; stroke-width: 1.5; }
.dashed { stroke-dasharray: 4 4; }
.tip, .dot { fill: #54635d; }
.behind { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
  text { fill: #e7eeeb; }
  .small { fill: #a3b3ad; }
  .card { fill: #161e1b; stroke: #2d3a36; }
  .box { fill: #1e2925; stroke: #71827b; }
  .accent { fill: #17322a; stroke: #4fc08d; }
  .warn { fill: #2d2612; stroke: #efc069; }
  .bad { fill: #361a1d; stroke: #ff8f94; }
  .frame { stroke: #71827b; }
  .line { stroke: #a3b3ad; }
  .tip, .dot { fill: #a3b3ad; }
  .behind { fill: #161e1b; }
}`

/** `title` is what a screen reader reads. */
export function picture(title: string, width: number, height: number, shapes: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeXml(title)}</title>
<style>${style}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>
<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${shapes.join('\n')}
</svg>
`
}

export type Tone = 'box' | 'accent' | 'warn' | 'bad' | 'frame'

/** Places a box with lines of text around its center. The first line is the name. */
export function box(
  [x, y]: Point,
  [width, height]: Point,
  lines: readonly string[],
  { tone = 'box', isCode = false }: { readonly tone?: Tone; readonly isCode?: boolean } = {},
): string {
  const first = y + 4.5 - (lines.length - 1) * 8.5
  const texts = lines.map((line, at) =>
    text([x, first + at * 17], line, at === 0 ? (isCode ? 'code' : 'strong') : 'small'),
  )
  return `<rect class="${tone}" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="8"/>${texts.join('')}`
}

/** Draws a dashed frame with a caption in its upper left corner. */
export function frame([x, y]: Point, [width, height]: Point, caption: string): string {
  return `<rect class="frame" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>${text([x + 10, y + 17], caption, 'small', 'start')}`
}

export function arrow(points: readonly Point[], { isDashed = false } = {}): string {
  return `<polyline class="line${isDashed ? ' dashed' : ''}" marker-end="url(#tip)" points="${points.map(([x, y]) => `${x},${y}`).join(' ')}"/>`
}

export function line(points: readonly Point[], { isDashed = false } = {}): string {
  return arrow(points, { isDashed }).replace(' marker-end="url(#tip)"', '')
}

export function dot([x, y]: Point): string {
  return `<circle class="dot" cx="${x}" cy="${y}" r="6"/>`
}

/** A label on a line. The background hides the line behind the text. */
export function label([x, y]: Point, content: string): string {
  const width = content.length * 6.1 + 6
  return `<rect class="behind" x="${x - width / 2}" y="${y - 9}" width="${width}" height="18"/>${text([x, y + 4], content, 'small')}`
}

export function text(
  [x, y]: Point,
  content: string,
  kind: 'strong' | 'small' | 'code' | '' = '',
  anchor: 'start' | 'middle' | 'end' = 'middle',
): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${kind === '' ? '' : ` class="${kind}"`}>${escapeXml(content)}</text>`
}

/** A step of a sequence: a message between two participants, or a note over all participants. */
export type SequenceStep = readonly [from: number, to: number, content: string] | readonly [note: string]

/** Draws a sequence diagram with one participant per participant. */
export function sequence(
  title: string,
  {
    participants,
    columnWidth,
    steps,
  }: { participants: readonly string[]; columnWidth: number; steps: readonly SequenceStep[] },
): string {
  const top = 30
  const stepHeight = 34
  const width = participants.length * columnWidth + 16
  const bottom = top + 26 + steps.length * stepHeight
  const columnAt = (participant: number) => 8 + columnWidth * (participant + 0.5)
  const shapes = participants.flatMap((name, participant) => [
    line(
      [
        [columnAt(participant), top],
        [columnAt(participant), bottom],
      ],
      { isDashed: true },
    ),
    box([columnAt(participant), top], [columnWidth - 24, 30], [name]),
  ])
  for (const [at, step] of steps.entries()) {
    const y = top + 46 + at * stepHeight
    if (step.length === 1) {
      shapes.push(label([width / 2, y - 4], step[0]))
      continue
    }
    const [from, to, content] = step
    const middle = (columnAt(from) + columnAt(to)) / 2
    shapes.push(
      label([middle, y - 11], content),
      arrow([
        [columnAt(from), y],
        [columnAt(to), y],
      ]),
    )
  }
  return picture(title, width, bottom + 12, shapes)
}

/** Returns what only one of two lists contains. */
export function listDifferences(left: readonly string[], right: readonly string[]): string[] {
  return [...left.filter((each) => !right.includes(each)), ...right.filter((each) => !left.includes(each))]
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
