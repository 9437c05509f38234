// An ad between the posts of other accounts: advertiser, text, picture and link.

import type { ComponentChildren } from 'preact'
import { type ChoiceSummary, describeValue } from '../form/choiceStore.ts'
import type { DraftFields } from '../form/draft.ts'
import { isUploadedImage } from '../form/imageUpload.tsx'
import { Picture } from '../parts/picture.tsx'
import { formatCode } from '../words/statuses.ts'
import { parseHost, toText } from './adTexts.ts'
import type { AdPreviewProps } from './platformScreens.ts'

export function FeedAd({
  ad,
  draft,
  pictures,
  advertiser,
  portrait,
  label,
}: Pick<AdPreviewProps, 'ad' | 'draft' | 'pictures'> & {
  readonly advertiser: string
  /** The advertiser's picture. Absent on platforms that show none. */
  readonly portrait?: ComponentChildren
  /** How the platform labels ads. */
  readonly label: string
}) {
  const mediaId = ['postId', 'imageId', 'videoId', 'imageUrl']
    .map((name) => toText(ad[name]))
    .find((id) => id !== '')
  const chosen: Partial<ChoiceSummary> = mediaId === undefined ? {} : describeValue(mediaId)
  const isDraft = pictures === undefined
  const [picture, ...otherPictures] = pictures ?? [chosen.picture]
  const host = parseHost(toText(ad['url']))
  const buttonLabel = formatButtonLabel(ad, draft)
  return (
    <div class="feed">
      <div class="speaker">
        {portrait}
        <span>
          <strong>{advertiser}</strong>
          <small>{label}</small>
        </span>
      </div>
      <AdText isDraft={isDraft}>{toText(ad['primaryText'] ?? ad['introText']) || (chosen.text ?? '')}</AdText>
      <div class="scene">
        <Picture src={picture} />
        {picture === undefined && (
          <small>{isDraft ? describeMissingPicture(ad) : 'No preview of the image'}</small>
        )}
      </div>
      {otherPictures.length > 0 && (
        <div class="strip">
          {otherPictures.map((src) => (
            <Picture key={src} src={src} />
          ))}
        </div>
      )}
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

function AdText({ isDraft, children }: { readonly isDraft: boolean; readonly children: string }) {
  if (children === '' && !isDraft) return null
  return <p class="said">{children === '' ? <span class="muted">Text of the ad</span> : children}</p>
}

function describeMissingPicture(ad: DraftFields): string {
  if (isUploadedImage(toText(ad['imageUrl']))) return 'No preview of the uploaded image'
  if (toText(ad['imageUrl']) !== '') return 'adrail downloads the image when it checks the plan.'
  return toText(ad['videoId'] ?? ad['postId']) === '' ? 'Image of the ad' : 'No preview of the image'
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
