// HTML templates that escape every value except markup.

export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Fragment = string | number | Markup | undefined | readonly Fragment[]

export function html(parts: TemplateStringsArray, ...values: readonly Fragment[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + renderFragment(values[index - 1]) + part))
}

function renderFragment(fragment: Fragment): string {
  if (fragment === undefined) return ''
  if (fragment instanceof Markup) return fragment.text
  if (typeof fragment === 'string' || typeof fragment === 'number') return escapeText(String(fragment))
  return fragment.map(renderFragment).join('')
}

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
