// Builds LinkedIn creatives with a new post or with an existing post.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives

import type { Body, Violation } from '@adrail/contract'
import { invalidBodyError } from '../../../runtime/errors.ts'
import type { ProAdDraft } from './blueprint.ts'
import { defaultAdName } from './names.ts'

type Request = Body<'pro/create_campaign'>
type Ad = Request['ads'][number]

export interface ProAdContext {
  readonly body: Request
  readonly accountId: string
  readonly author: string
  /** SHA-256 digests of the fetched images by URL. */
  readonly digestByUrl: ReadonlyMap<string, string>
}

export function buildProAdDraft(ad: Ad, index: number, context: ProAdContext): ProAdDraft {
  const { body, digestByUrl } = context
  const from = `ads[${index}]`
  const name = ad.name ?? defaultAdName(body.campaignName, index)
  const leadFields =
    body.leadFormId === undefined
      ? {}
      : {
          leadgenCallToAction: {
            destination: `urn:li:adForm:${body.leadFormId}`,
            label: ad.callToAction ?? 'SIGN_UP',
          },
        }
  const content = ad.postId === undefined ? {} : { content: { reference: ad.postId } }
  const contentField =
    ad.postId === undefined ? (ad.videoId === undefined ? 'imageUrl' : 'videoId') : 'postId'
  return {
    from,
    name,
    // An active ad does not serve while its campaign is paused. LinkedIn refuses a paused ad before its
    // review.
    members: { name, intendedStatus: 'ACTIVE', ...content, ...leadFields },
    ...(ad.postId === undefined ? { post: buildPost(ad, context) } : {}),
    headline: ad.headline ?? '',
    sha256: digestByUrl.get(ad.imageUrl ?? '') ?? '',
    names: {
      '/': from,
      '/name': `${from}.name`,
      '/leadgenCallToAction': 'leadFormId',
      '/content': `${from}.${contentField}`,
      '/contentLandingPage': `${from}.url`,
    },
  }
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/post-api-schema */
function buildPost(ad: Ad, { body, accountId, author }: ProAdContext) {
  const landingPage =
    ad.url === undefined
      ? {}
      : {
          contentLandingPage: appendParameters(ad.url, body.utmParams ?? ''),
          // A lead form has its own button.
          ...(body.leadFormId === undefined
            ? { contentCallToActionLabel: ad.callToAction ?? 'LEARN_MORE' }
            : {}),
        }
  return {
    adContext: { dscAdAccount: `urn:li:sponsoredAccount:${accountId}`, dscStatus: 'ACTIVE' },
    author,
    commentary: escapeLittleText(ad.introText ?? ''),
    visibility: 'PUBLIC',
    lifecycleState: 'PUBLISHED',
    // The post appears only in ads, not on the organization's page.
    distribution: { feedDistribution: 'NONE', targetEntities: [], thirdPartyDistributionChannels: [] },
    isReshareDisabledByAuthor: false,
    ...landingPage,
    // The content of an image ad is added after the upload, when the image's URN is known.
    ...(ad.videoId === undefined
      ? {}
      : { content: { media: { title: ad.headline, id: `urn:li:video:${ad.videoId}` } } }),
  }
}

/** URL parameters cannot be added to ads that show existing posts because the post determines the URL. */
export function parameterWarnings({ utmParams, ads }: Request): string[] {
  if (utmParams === undefined) return []
  const adsWithoutUrl = ads.flatMap(({ url }, index) => (url === undefined ? [`ads[${index}]`] : []))
  if (adsWithoutUrl.length === 0) return []
  const reason = adsWithoutUrl.length === 1 ? 'it has no url of its own' : 'they have no url of their own'
  return [`utmParams are not added to ${adsWithoutUrl.join(', ')}, because ${reason}.`]
}

export function withProImage({ post, headline, ...ad }: ProAdDraft, image: string): ProAdDraft {
  return { ...ad, headline, post: { ...post, content: { media: { title: headline, id: image } } } }
}

/** LinkedIn's limit of a URL in bytes. See `webUrl` in the operation's declaration. */
const maxUrlBytes = 2000

/** The declaration checks URLs without the parameters, so the joined URLs are checked here. */
export function requireShortUrls({ utmParams = '', ads }: Request): void {
  const violations = ads.flatMap(({ url }, index): Violation[] => {
    const bytes = url === undefined ? 0 : Buffer.byteLength(appendParameters(url, utmParams))
    if (bytes <= maxUrlBytes) return []
    const field = Buffer.byteLength(url ?? '') > maxUrlBytes ? `ads[${index}].url` : 'utmParams'
    const message = `${field} makes the link of ads[${index}] ${bytes} bytes long. LinkedIn accepts at most ${maxUrlBytes}.`
    return [{ field, code: 'TOO_LONG', message }]
  })
  if (violations.length > 0) throw invalidBodyError(violations)
}

function appendParameters(url: string, suffix: string): string {
  const parameters = suffix.replace(/^[?&]/, '')
  if (parameters === '') return url
  const [address = '', ...fragment] = url.split('#')
  const joined = `${address}${address.includes('?') ? '&' : '?'}${parameters}`
  return [joined, ...fragment].join('#')
}

/**
 * Escapes the reserved characters of LinkedIn's "little text" format. Hashtags remain hashtags. LinkedIn
 * silently truncates the text at an unescaped reserved character. apoorvdarshan/crossposter (v1.1.5) escapes
 * the same characters.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format
 */
export function escapeLittleText(text: string): string {
  return text.replace(/[\\|{}@[\]()<>*_~]|#(?![\p{L}\p{N}])/gu, (character) => `\\${character}`)
}
