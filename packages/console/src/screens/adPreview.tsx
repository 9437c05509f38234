// Previews an ad approximately as its platform shows it. The platform chooses the final form.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { describeValue } from '../form/choiceStore.ts'
import type { DraftFields, Value } from '../form/draft.ts'
import { findPicture } from '../form/lookup.ts'
import { Picture } from '../parts/picture.tsx'
import type { Platform } from '../session/session.ts'
import { formatPlatform } from '../words/platforms.ts'
import { formatCode } from '../words/statuses.ts'

export type ConnectedAccounts = Results<'auth/get_connected_accounts_data'>

interface PreviewProps {
  readonly ad: DraftFields
  readonly draft: DraftFields
  readonly accounts: ConnectedAccounts | undefined
}

export function AdPreview({
  platform,
  number,
  ...previewProps
}: PreviewProps & { readonly platform: Platform; readonly number: number }) {
  return (
    <section class="ad stack" aria-label={`Preview of ad ${number}`}>
      <small>{`About as people will see it on ${platform === 'search' ? 'Google' : formatPlatform(platform)}`}</small>
      {platform === 'search' ? (
        <TextAd {...previewProps} />
      ) : (
        <FeedAd {...previewProps} platform={platform} />
      )}
    </section>
  )
}

/** An ad between the posts of other accounts: advertiser, text, picture and link. */
function FeedAd({ ad, draft, accounts, platform }: PreviewProps & { readonly platform: 'social' | 'pro' }) {
  const { socialAds, proAds } = accounts?.connectedAccounts ?? {}
  const page = socialAds?.primaryPage
  const isSocial = platform === 'social'
  const advertiser = isSocial ? page?.name : proAds?.accountName
  const mediaId = ['postId', 'imageId', 'videoId'].map((name) => toText(ad[name])).find((id) => id !== '')
  const { picture, text = '' } = mediaId === undefined ? {} : describeValue(mediaId)
  const host = parseHost(toText(ad['url']))
  const buttonLabel = formatButtonLabel(ad, draft)
  return (
    <div class="feed">
      <div class="speaker">
        {isSocial && <Picture src={accounts && page && findPicture(accounts, page.pictureUrl)} />}
        <span>
          <strong>{advertiser ?? formatPlatform(platform)}</strong>
          <small>{isSocial ? 'Sponsored' : 'Promoted'}</small>
        </span>
      </div>
      <AdText>{toText(ad['primaryText'] ?? ad['introText']) || text}</AdText>
      <div class="scene">
        <Picture src={picture} />
        {picture === undefined && <small>{describeMissingPicture(ad)}</small>}
      </div>
      <div class="leads">
        <span>
          {host !== '' && <small>{host}</small>}
          <strong>{toText(ad['headline'])}</strong>
          <small>{toText(ad['description'])}</small>
        </span>
        {buttonLabel !== '' && <span class="press">{buttonLabel}</span>}
      </div>
    </div>
  )
}

function AdText({ children }: { readonly children: string }) {
  return <p class="said">{children === '' ? <span class="muted">The text stands here.</span> : children}</p>
}

function describeMissingPicture(ad: DraftFields): string {
  if (toText(ad['imageUrl']) !== '') return 'The image is fetched from its URL with the plan.'
  return toText(ad['videoId'] ?? ad['postId']) === '' ? 'The picture stands here.' : 'No picture to show.'
}

/**
 * Returns the default label of the platform where the draft has none, see the declaration of `callToAction`.
 */
function formatButtonLabel(ad: DraftFields, draft: DraftFields): string {
  const callToAction = toText(ad['callToAction'])
  if (callToAction === 'NO_BUTTON') return ''
  const objective = toText(draft['objective'])
  const defaultAction = { LEADS: 'SIGN_UP', SALES: 'SHOP_NOW' }[objective] ?? 'LEARN_MORE'
  return toText(ad['postId']) !== '' && callToAction === '' ? '' : formatCode(callToAction || defaultAction)
}

/** Google Ads combines three headlines and two descriptions, in changing order. */
function TextAd({ ad, draft }: PreviewProps) {
  const [rotation, setRotation] = useState(0)
  const [headlines, descriptions] = (['headline', 'description'] as const).map((name) =>
    rotate(toTexts(ad[`${name}s`]), toText(ad[`${name}IndexToPinFirstSlot`]), rotation),
  )
  const host = parseHost(toText(ad['url']))
  const callouts = toTexts(draft['callouts'])
  return (
    <>
      <div class="result">
        <small>
          <strong>Sponsored</strong> {host === '' ? 'www.example.com' : host}
        </small>
        <p class="headline">{headlines?.slice(0, 3).join(' | ') || 'The headlines stand here'}</p>
        <p>
          {descriptions?.slice(0, 2).join(' ') || <span class="muted">The descriptions stand here.</span>}
        </p>
        {callouts.length > 0 && <small>{callouts.join(' · ')}</small>}
      </div>
      {(headlines?.length ?? 0) > 1 && (
        <div>
          <button type="button" class="plain small" onClick={() => setRotation(rotation + 1)}>
            Another order
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

function toText(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}

function toTexts(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.map(toText).filter((text) => text.trim() !== '') : []
}

function parseHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
