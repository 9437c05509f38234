// How the first ad will about look. The platforms choose the final form; this is what was written, in its place.

import type { Members, Value } from '../form/draft.ts'

export function AdPreview({ draft }: { readonly draft: Members }) {
  const ads = draft['ads']
  // A list of ads holds their members.
  const ad = Array.isArray(ads) ? (ads[0] as Members | undefined) : undefined
  if (!ad) return null
  const [headlines, descriptions] = [textsOf(ad['headlines']), textsOf(ad['descriptions'])]
  const headline = headlines.length > 0 ? headlines.slice(0, 3).join(' | ') : textOf(ad['headline'])
  const text =
    descriptions.length > 0
      ? descriptions.slice(0, 2).join(' ')
      : textOf(ad['primaryText'] ?? ad['introText'])
  if (headline === '' && text === '') return null
  return (
    <section class="card stack" aria-label="Preview of the ad">
      <small>The first ad, about as people will see it</small>
      <div>
        <p>
          <strong>Sponsored</strong> <small>{hostIn(textOf(ad['url']))}</small>
        </p>
        <h3>{headline}</h3>
        <p class="muted">{text}</p>
      </div>
    </section>
  )
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.map(textOf).filter((text) => text.trim() !== '') : []
}

function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
