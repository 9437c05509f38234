// Photo accounts (professional Instagram accounts) and their media.
// https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user

import { hasScope, requireBusinessScope } from '../access.ts'
import { GraphError } from '../errors.ts'
import { createNodeKindWithId, LinkedNode, plainFields } from '../graph/nodeKind.ts'
import { chargeUsage } from '../graph/usage.ts'
import type { PhotoAccount, PhotoMedia } from '../state.ts'
import { formatUtcTime } from '../times.ts'
import { imageUrl, videoUrl } from './pictures.ts'

const docsUrl = 'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference'

export const photoAccountKind = createNodeKindWithId<PhotoAccount>({
  type: 'IGUser',
  docsUrl: 'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user',
  fields: {
    ...plainFields<PhotoAccount>('username', 'name', 'biography'),
    followers_count: (account) => account.followers,
    follows_count: () => 212,
    media_count: (account, request) => (request.social.photoMedia[account.id] ?? []).length,
    profile_picture_url: (account, request) => imageUrl(request, account.picture, 200, 200),
    profile_pic: (account, request) => imageUrl(request, account.picture, 200, 200),
    website: (account) => `https://www.${account.username.replaceAll(/[^a-z0-9]/g, '')}.example/`,
    ig_id: (account) => Number(account.id.slice(-9)),
    owner_business: (account, request) => {
      requireBusinessScope(request)
      const business = request.social.businesses[account.business ?? '']
      return business === undefined ? undefined : LinkedNode.toNode('business', business)
    },
  },
  edges: {
    media: {
      docsUrl: `${docsUrl}/ig-user/media`,
      limit: { defaultLimit: 25, maxLimit: 100 },
      params: ['since', 'until'],
      list: (account, request, params) => {
        if (!hasScope(request, 'instagram_basic')) {
          throw new GraphError({
            message: '(#10) Application does not have permission for this action',
            code: 10,
            status: 403,
          })
        }
        chargeUsage(request, 'instagram', account.id)
        const since = (params.integer('since') ?? 0) * 1000
        const until = (params.integer('until') ?? Number.POSITIVE_INFINITY) * 1000
        const items = (request.social.photoMedia[account.id] ?? []).filter(
          (each) => each.createdAt >= since && each.createdAt <= until,
        )
        return { kind: 'photo_media', items }
      },
    },
  },
})

export const photoMediaKind = createNodeKindWithId<PhotoMedia>({
  type: 'IGMedia',
  docsUrl: 'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-media',
  fields: {
    caption: (media) => media.caption,
    media_type: (media) => media.type,
    media_product_type: (media) => media.product,
    media_url: (media, request) => {
      if (media.withheld) return undefined
      return media.type === 'VIDEO'
        ? videoUrl(request, media.picture)
        : imageUrl(request, media.picture, media.width, media.height)
    },
    thumbnail_url: (media, request) =>
      media.type === 'VIDEO' ? imageUrl(request, media.picture, media.width, media.height) : undefined,
    permalink: (media) =>
      `https://www.instagram.com/${media.product === 'REELS' ? 'reel' : 'p'}/${media.code}/`,
    shortcode: (media) => media.code,
    timestamp: (media) => formatUtcTime(media.createdAt),
    like_count: (media) => Number(media.id.slice(-3)) + 12,
    comments_count: (media) => Number(media.id.slice(-2)) % 17,
    is_comment_enabled: () => true,
    // The whole structure, as in the reference. An unknown subfield makes the platform refuse the whole call.
    boost_eligibility_info: ({ withheld }) =>
      withheld
        ? {
            eligible_to_boost: false,
            boost_ineligible_reason: 'This reel has music that cannot be used in an ad.',
          }
        : { eligible_to_boost: true },
    owner: (media, request) => {
      const owner = Object.values(request.social.photoAccounts).find((account) =>
        request.social.photoMedia[account.id]?.includes(media),
      )
      return owner === undefined ? undefined : { id: owner.id }
    },
    username: (media, request) =>
      Object.values(request.social.photoAccounts).find((account) =>
        request.social.photoMedia[account.id]?.includes(media),
      )?.username,
  },
  edges: {
    children: {
      docsUrl: `${docsUrl}/ig-media/children`,
      list: (media) => ({
        kind: 'photo_media',
        isUnpaged: true,
        items: (media.children ?? []).map((child): PhotoMedia => {
          const { caption: _, children: __, ...base } = media
          return { ...base, id: child.id, type: child.type, picture: child.picture }
        }),
      }),
    },
  },
})
