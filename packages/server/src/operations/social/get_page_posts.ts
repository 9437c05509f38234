import type { Results } from '@adrail/contract'
import { handler } from '../../pipeline/handler.ts'
import type { AttachmentRow, PhotoRow, SocialPostRow } from '../../platforms/social/rows.ts'
import { formatUtcTime } from './utcTime.ts'

type Post = Results<'social/get_page_posts'>['posts'][number]

export const get_page_posts = handler(
  'social/get_page_posts',
  async ({ platform }, { connector, page, createError }) => {
    if (platform === 'SOCIAL_A') {
      const paging = page.forList(`page ${connector.selection.page.id}`)
      const postPage = await connector.library.pagePosts(paging.position)
      return { posts: postPage.rows.map(toPagePost), pagination: paging.neighborCursors(postPage) }
    }
    const { photoAccount } = connector.selection
    if (!photoAccount) throw createError('SECONDARY_ACCOUNT_MISSING')
    const paging = page.forList(`photo ${photoAccount.id}`)
    const photoPage = await connector.library.photoPosts(photoAccount.id, paging.position)
    const posts = photoPage.rows.map(toPhotoPost)
    // The API of the photo network does not report image sizes.
    const sizeByPostId = await connector.readImageSizes(new Map(posts.map(({ id, image }) => [id, image])))
    return {
      posts: posts.map((post) => ({ ...post, ...sizeByPostId.get(post.id) })),
      pagination: paging.neighborCursors(photoPage),
    }
  },
)

function toPagePost(row: SocialPostRow): Post {
  const attachment = row.attachments?.[0]
  const image = attachment?.media?.image ?? attachment?.subattachments?.[0]?.media?.image
  const mediaType = attachment ? findPageMediaType(attachment) : 'text'
  return {
    id: row.id,
    createdTime: formatUtcTime(row.created_time),
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

/** The platform documents no closed list of types. These are the types that clients have received. */
function findPageMediaType({ type = '', media_type: mediaType = '' }: AttachmentRow): Post['mediaType'] {
  if (type === '' && mediaType === '') return 'text'
  const typeNames = [mediaType, type]
  const hasType = (...types: string[]) => types.some((typeName) => typeNames.includes(typeName))
  if (mediaType === 'video' || type.startsWith('video')) return 'video'
  if (hasType('album', 'multi_share', 'multi_share_no_end_card')) return 'carousel'
  if (hasType('photo', 'cover_photo', 'profile_media') || type.startsWith('animated_image')) return 'image'
  return hasType('link', 'share') ? 'link' : 'other'
}

const photoMediaTypes: Readonly<Record<string, Post['mediaType']>> = {
  VIDEO: 'video',
  IMAGE: 'image',
  CAROUSEL_ALBUM: 'carousel',
}

function toPhotoPost(row: PhotoRow): Post {
  const mediaType = photoMediaTypes[row.media_type] ?? 'other'
  const firstChild = row.children?.[0]
  return {
    id: row.id,
    createdTime: formatUtcTime(row.timestamp),
    postUrl: row.permalink ?? '',
    mediaType,
    primaryText: row.caption ?? '',
    image: (mediaType === 'carousel' && firstChild && findImageUrl(firstChild)) || findImageUrl(row),
    height: 0,
    width: 0,
    // The platform withholds the URL of a video with licensed music.
    ...(mediaType === 'video' ? { video: row.media_url ?? '', videoId: row.id } : {}),
  }
}

function findImageUrl(media: Pick<PhotoRow, 'media_type' | 'media_url' | 'thumbnail_url'>): string {
  return (media.media_type === 'VIDEO' ? media.thumbnail_url : media.media_url) ?? ''
}
