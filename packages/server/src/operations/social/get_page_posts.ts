import type { Results } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import { asList, asObject, asText, at, type Json } from '../../platforms/kit/values.ts'
import type { Handler } from '../../waist/handler.ts'
import { cursorsOf, positionIn } from './paging.ts'
import { numberOf, textOf, universalTime } from './rows.ts'

type Post = Results<'social/get_page_posts'>['posts'][number]

export const get_page_posts: Handler<'social/get_page_posts'> = async (
  { userId, platform, pagination },
  ctx,
) => {
  const social = await ctx.connect(userId, 'social')
  const { page, photoAccount } = social.selection
  if (platform === 'SOCIAL_A') {
    const of = `page ${page.id}`
    const found = await social.pagePosts(positionIn(pagination, of, ctx))
    return { posts: found.rows.map(pagePost), pagination: cursorsOf(found, of, ctx) }
  }
  if (!photoAccount) throw new ServiceError('SECONDARY_ACCOUNT_MISSING')
  const of = `photo ${photoAccount.id}`
  const found = await social.photoPosts(photoAccount.id, positionIn(pagination, of, ctx))
  const posts = found.rows.map(photoPost)
  // This network does not tell how large its pictures are.
  const sizes = await social.sizes(new Map(posts.map(({ id, image }) => [id, image])))
  return {
    posts: posts.map((post) => ({ ...post, ...sizes.get(post.id) })),
    pagination: cursorsOf(found, of, ctx),
  }
}

function pagePost(row: Json): Post {
  const attachment = asObject(asList(at(row['attachments'], 'data'))[0])
  const part = asObject(asList(at(attachment, 'subattachments', 'data'))[0])
  const image = asObject(at(attachment, 'media', 'image') ?? at(part, 'media', 'image'))
  const mediaType = pageMediaType(attachment)
  return {
    id: textOf(row, 'id'),
    createdTime: universalTime(row['created_time']),
    postUrl: textOf(row, 'permalink_url'),
    mediaType,
    primaryText: textOf(row, 'message') || textOf(row, 'story'),
    image: textOf(image, 'src') || textOf(row, 'full_picture'),
    height: numberOf(image, 'height'),
    width: numberOf(image, 'width'),
    ...(mediaType === 'video'
      ? { video: asText(at(attachment, 'media', 'source')), videoId: asText(at(attachment, 'target', 'id')) }
      : {}),
  }
}

/** The platform's types are open words, of which clients have met these. */
function pageMediaType(attachment: Json): Post['mediaType'] {
  const type = textOf(attachment, 'type')
  const mediaType = textOf(attachment, 'media_type')
  if (type === '' && mediaType === '') return 'text'
  const words = [mediaType, type]
  const isOne = (...known: string[]) => known.some((word) => words.includes(word))
  if (mediaType === 'video' || type.startsWith('video')) return 'video'
  if (isOne('album', 'multi_share', 'multi_share_no_end_card')) return 'carousel'
  if (isOne('photo', 'cover_photo', 'profile_media') || type.startsWith('animated_image')) return 'image'
  return isOne('link', 'share') ? 'link' : 'other'
}

const photoMediaTypes: Readonly<Record<string, Post['mediaType']>> = {
  VIDEO: 'video',
  IMAGE: 'image',
  CAROUSEL_ALBUM: 'carousel',
}

function photoPost(row: Json): Post {
  const mediaType = photoMediaTypes[textOf(row, 'media_type')] ?? 'other'
  const first = asObject(asList(at(row['children'], 'data'))[0])
  return {
    id: textOf(row, 'id'),
    createdTime: universalTime(row['timestamp']),
    postUrl: textOf(row, 'permalink'),
    mediaType,
    primaryText: textOf(row, 'caption'),
    image: (mediaType === 'carousel' && pictureOf(first)) || pictureOf(row),
    height: 0,
    width: 0,
    // Licensed sound makes the platform withhold the file.
    ...(mediaType === 'video' ? { video: textOf(row, 'media_url'), videoId: textOf(row, 'id') } : {}),
  }
}

function pictureOf(media: Json): string {
  return textOf(media, media['media_type'] === 'VIDEO' ? 'thumbnail_url' : 'media_url')
}
