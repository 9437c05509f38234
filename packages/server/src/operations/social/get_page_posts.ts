import type { Results } from '@adrail/contract'
import type { AttachmentRow, PhotoRow, PostRow } from '../../platforms/social/rows.ts'
import { handler } from '../../waist/handler.ts'
import { universalTime } from './times.ts'

type Post = Results<'social/get_page_posts'>['posts'][number]

export const get_page_posts = handler(
  'social/get_page_posts',
  async ({ platform }, { connector, page, refuse }) => {
    if (platform === 'SOCIAL_A') {
      const own = page.of(`page ${connector.selection.page.id}`)
      const found = await connector.pagePosts(own.position)
      return { posts: found.rows.map(pagePost), pagination: own.around(found) }
    }
    const { photoAccount } = connector.selection
    if (!photoAccount) throw refuse('SECONDARY_ACCOUNT_MISSING')
    const own = page.of(`photo ${photoAccount.id}`)
    const found = await connector.photoPosts(photoAccount.id, own.position)
    const posts = found.rows.map(photoPost)
    // This network does not tell how large its pictures are.
    const sizes = await connector.sizes(new Map(posts.map(({ id, image }) => [id, image])))
    return {
      posts: posts.map((post) => ({ ...post, ...sizes.get(post.id) })),
      pagination: own.around(found),
    }
  },
)

function pagePost(row: PostRow): Post {
  const attachment = row.attachments?.[0]
  const image = attachment?.media?.image ?? attachment?.subattachments?.[0]?.media?.image
  const mediaType = attachment ? pageMediaType(attachment) : 'text'
  return {
    id: row.id,
    createdTime: universalTime(row.created_time),
    postUrl: row.permalink_url ?? '',
    mediaType,
    primaryText: row.message || row.story || '',
    image: image?.src || row.full_picture || '',
    height: image?.height ?? 0,
    width: image?.width ?? 0,
    ...(mediaType === 'video'
      ? { video: attachment?.media?.source ?? '', videoId: attachment?.target?.id ?? '' }
      : {}),
  }
}

/** The platform's types are open words, of which clients have met these. */
function pageMediaType({ type = '', media_type: mediaType = '' }: AttachmentRow): Post['mediaType'] {
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

function photoPost(row: PhotoRow): Post {
  const mediaType = photoMediaTypes[row.media_type] ?? 'other'
  const first = row.children?.[0]
  return {
    id: row.id,
    createdTime: universalTime(row.timestamp),
    postUrl: row.permalink ?? '',
    mediaType,
    primaryText: row.caption ?? '',
    image: (mediaType === 'carousel' && first && pictureOf(first)) || pictureOf(row),
    height: 0,
    width: 0,
    // Licensed sound makes the platform withhold the file.
    ...(mediaType === 'video' ? { video: row.media_url ?? '', videoId: row.id } : {}),
  }
}

function pictureOf(media: Pick<PhotoRow, 'media_type' | 'media_url' | 'thumbnail_url'>): string {
  return (media.media_type === 'VIDEO' ? media.thumbnail_url : media.media_url) ?? ''
}
