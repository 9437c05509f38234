// Posts of a page and their attachments.
// https://developers.facebook.com/docs/graph-api/reference/post

import { createNodeKindWithId, LinkedNode, type NodeKind, plainFields } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import type { Attachment, Post } from '../state.ts'
import { formatUtcTime } from '../times.ts'
import { imageUrl, videoUrl } from './pictures.ts'

const docsUrl = 'https://developers.facebook.com/docs/graph-api/reference/post'

const getPageId = (post: Post) => post.id.split('_')[0] ?? ''
const getPostNumber = (post: Post) => post.id.split('_')[1] ?? ''
const buildPermalink = (post: Post) =>
  `https://www.facebook.com/${getPageId(post)}/posts/${getPostNumber(post)}`

const statusTypes: Readonly<Record<Attachment['kind'], string>> = {
  photo: 'added_photos',
  album: 'added_photos',
  video: 'added_video',
  link: 'shared_story',
}

export const postKind = createNodeKindWithId<Post>({
  type: 'Post',
  docsUrl,
  defaultFields: ['created_time', 'message'],
  fields: {
    created_time: (post) => formatUtcTime(post.createdAt),
    updated_time: (post) => formatUtcTime(post.createdAt),
    ...plainFields<Post>('message', 'story'),
    permalink_url: buildPermalink,
    full_picture: (post, request) => {
      const { attachment } = post
      if (attachment === undefined) return undefined
      const name = attachment.kind === 'album' ? attachment.pictures[0] : attachment.picture
      return name === undefined ? undefined : imageUrl(request, name, 720, 720)
    },
    status_type: (post) =>
      post.attachment === undefined ? 'mobile_status_update' : statusTypes[post.attachment.kind],
    is_published: () => true,
    is_hidden: () => false,
    is_expired: () => false,
    is_eligible_for_promotion: (post) => post.attachment !== undefined || (post.message ?? '').length > 0,
    promotable_id: (post) => post.id,
    from: (post, request) => ({
      name: request.social.pages[getPageId(post)]?.name ?? '',
      id: getPageId(post),
    }),
    shares: () => undefined,
  },
  edges: {
    attachments: {
      docsUrl: `${docsUrl}/attachments`,
      list: (post, request) => ({
        kind: attachmentKind,
        items: buildAttachmentRows(post, request),
        isUnpaged: true,
      }),
    },
  },
})

interface AttachmentRow {
  readonly mediaType: string
  readonly type: string
  readonly url: string
  readonly target?: { readonly id: string; readonly url: string }
  readonly title?: string
  readonly image?: { readonly src: string; readonly width: number; readonly height: number }
  readonly video?: string
  readonly parts: readonly AttachmentRow[]
}

function buildAttachmentRows(post: Post, request: GraphRequest): AttachmentRow[] {
  const { attachment } = post
  if (attachment === undefined) return []
  const url = buildPermalink(post)
  const buildPhotoRow = (name: string, index: number, width: number, height: number): AttachmentRow => {
    const id = `${getPostNumber(post)}${String(index).padStart(2, '0')}`
    const target = { id, url: `https://www.facebook.com/photo.php?fbid=${id}` }
    return {
      mediaType: 'photo',
      type: 'photo',
      url: target.url,
      target,
      image: { src: imageUrl(request, name, width, height), width, height },
      parts: [],
    }
  }
  switch (attachment.kind) {
    case 'photo':
      return [buildPhotoRow(attachment.picture, 1, attachment.width, attachment.height)]
    case 'album': {
      const parts = attachment.pictures.map((name, index) =>
        buildPhotoRow(name, index + 1, attachment.width, attachment.height),
      )
      const image = parts[0]?.image
      return [
        {
          mediaType: 'album',
          type: 'album',
          url,
          target: { id: getPostNumber(post), url },
          ...(image === undefined ? {} : { image }),
          parts,
        },
      ]
    }
    case 'video': {
      const { width, height, picture, video } = attachment
      const target = { id: video, url: `https://www.facebook.com/${getPageId(post)}/videos/${video}/` }
      const image = { src: imageUrl(request, picture, width, height), width, height }
      return [
        {
          mediaType: 'video',
          type: 'video_inline',
          url: target.url,
          target,
          image,
          video: videoUrl(request, picture),
          parts: [],
        },
      ]
    }
    case 'link': {
      const image = { src: imageUrl(request, attachment.picture, 720, 378), width: 720, height: 378 }
      return [
        { mediaType: 'link', type: 'share', url: attachment.url, title: attachment.title, image, parts: [] },
      ]
    }
  }
}

const attachmentKind: NodeKind<AttachmentRow> = {
  type: 'StoryAttachment',
  defaultFields: ['media', 'media_type', 'target', 'title', 'type', 'url'],
  fields: {
    media_type: (row) => row.mediaType,
    ...plainFields<AttachmentRow>('type', 'url'),
    unshimmed_url: (row) => row.url,
    title: (row) => row.title,
    description: () => undefined,
    target: (row) => (row.target === undefined ? undefined : LinkedNode.toStructure(targetKind, row.target)),
    media: (row) => (row.image === undefined ? undefined : LinkedNode.toStructure(mediaKind, row)),
  },
  edges: {
    subattachments: {
      docsUrl: `${docsUrl}/attachments`,
      limit: { defaultLimit: 25, maxLimit: 100 },
      list: (row) => ({ kind: attachmentKind, items: row.parts, isUnpaged: true }),
    },
  },
}

const targetKind: NodeKind<{ readonly id: string; readonly url: string }> = {
  type: 'StoryAttachmentTarget',
  fields: { id: (target) => target.id, url: (target) => target.url },
}

const mediaKind: NodeKind<AttachmentRow> = {
  type: 'StoryAttachmentMedia',
  fields: {
    image: (row) => (row.image === undefined ? undefined : LinkedNode.toStructure(mediaImageKind, row.image)),
    source: (row) => row.video,
  },
}

const mediaImageKind: NodeKind<{ readonly src: string; readonly width: number; readonly height: number }> = {
  type: 'ImageSource',
  fields: { src: (image) => image.src, width: (image) => image.width, height: (image) => image.height },
}
