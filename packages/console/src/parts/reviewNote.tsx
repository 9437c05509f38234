// The decision of the platform's review, with its reasons and other issues.

import type { Results } from '@adrail/client'
import { formatCode } from '../words/statuses.ts'

export type Review = Results<'social/get_ads'>['ads'][number]['review']

/** Returns sentences such as `Trademarks in ad text: Google Ads shows the ad only in some places.` */
export function listReviewReasons({ reasons }: Review): string[] {
  return reasons.map(({ code, text }) =>
    text === '' ? `${formatCode(code)}.` : `${formatCode(code)}: ${text}`,
  )
}

/** Platforms also return the reasons of a review as issues of the ad. */
function repeatsReason(issue: string, { reasons }: Review): boolean {
  return reasons.some(({ code, text }) => issue.includes(text || code))
}

const statusTexts: Readonly<Record<string, string>> = {
  PENDING: 'The platform is reviewing the ad.',
  LIMITED: 'The platform approved the ad with restrictions.',
  REJECTED: 'The platform rejected the ad.',
}

/** Shows nothing for an approved ad without issues. */
export function ReviewNote({
  review,
  issues,
}: {
  readonly review: Review | undefined
  readonly issues: readonly string[]
}) {
  // The issues of an ad in review say the same.
  const isExplained = review?.status === 'PENDING' && issues.length > 0
  const statusText = isExplained ? undefined : statusTexts[review?.status ?? '']
  const lines = [
    ...(statusText === undefined ? [] : [statusText]),
    ...(review ? listReviewReasons(review) : []),
    ...issues.filter((issue) => !review || !repeatsReason(issue, review)),
  ]
  if (lines.length === 0) return null
  return (
    <ul class={`note lines${review?.status === 'PENDING' ? '' : ' warn'}`}>
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
