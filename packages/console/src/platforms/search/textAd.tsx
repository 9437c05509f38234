// An ad among the results of a search.

import { useState } from 'preact/hooks'
import { Picture } from '../../parts/picture.tsx'
import { parseHost, toText, toTexts } from '../adTexts.ts'
import type { AdPreviewProps } from '../platformScreens.ts'

/** Google Ads combines three headlines and two descriptions, in changing order. */
export function TextAd({ ad, draft, pictures }: AdPreviewProps) {
  const [rotation, setRotation] = useState(0)
  const [headlines, descriptions] = (['headline', 'description'] as const).map((name) =>
    rotate(toTexts(ad[`${name}s`]), toText(ad[`${name}IndexToPinFirstSlot`]), rotation),
  )
  const host = parseHost(toText(ad['url']))
  const callouts = toTexts(draft['callouts'])
  const isDraft = pictures === undefined
  const [picture] = pictures ?? []
  return (
    <>
      <div class="result">
        <small>
          <strong>Sponsored</strong> {host === '' ? 'www.example.com' : host}
        </small>
        <p class="headline">{headlines?.slice(0, 3).join(' | ') || (isDraft && 'Headlines of the ad')}</p>
        <div class="leads">
          <p>
            {descriptions?.slice(0, 2).join(' ') ||
              (isDraft && <span class="muted">Descriptions of the ad</span>)}
          </p>
          {picture !== undefined && <Picture src={picture} />}
        </div>
        {callouts.length > 0 && <small>{callouts.join(' · ')}</small>}
      </div>
      {(headlines?.length ?? 0) > 1 && (
        <div>
          <button type="button" class="plain small" onClick={() => setRotation(rotation + 1)}>
            Show another order
          </button>
        </div>
      )}
    </>
  )
}

/** Rotates the texts. A pinned text stays in the first position. */
function rotate(texts: readonly string[], pinnedIndex: string, rotation: number): string[] {
  const pinnedTexts = pinnedIndex === '' ? [] : texts.filter((_, index) => index === Number(pinnedIndex))
  const otherTexts = texts.filter((text) => !pinnedTexts.includes(text))
  const start = otherTexts.length === 0 ? 0 : rotation % otherTexts.length
  return [...pinnedTexts, ...otherTexts.slice(start), ...otherTexts.slice(0, start)]
}
