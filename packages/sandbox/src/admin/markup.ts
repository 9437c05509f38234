// HTML templates that escape every value except markup.

export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | Markup | undefined | readonly Piece[]

export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + written(values[index - 1]) + part))
}

function written(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece))
  return piece.map(written).join('')
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
