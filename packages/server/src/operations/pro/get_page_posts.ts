import { handler } from '../../pipeline/handler.ts'
import { asList, asText, valueAt } from '../../platforms/connector-kit/values.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { formatInstant } from './instants.ts'
import { requireOrganizationUrn } from './organization.ts'

export const get_page_posts = handler('pro/get_page_posts', async (_body, { connector, page }) => {
  requireOrganizationUrn(connector)
  const postPage = await connector.library.posts(page.position)
  const imageUrns = postPage.rows.map(({ content }) => findImageUrn(content))
  const urlByUrn = await connector.library
    .imageUrls([...new Set(imageUrns.filter((urn) => urn !== ''))])
    .catch(ignoreMissingPermission)
  return {
    posts: postPage.rows.map(({ id, content, commentary = '', createdAt, publishedAt }, index) => ({
      id,
      createdTime: formatInstant(publishedAt ?? createdAt),
      postUrl: `https://www.linkedin.com/feed/update/${id}`,
      mediaType: findMediaType(content),
      primaryText: commentary,
      image: urlByUrn.get(imageUrns[index] ?? '') ?? '',
    })),
    pagination: page.neighborCursors(postPage),
  }
})

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#content */
function findMediaType(content: unknown): string {
  if (content === undefined) return 'text'
  const medium = asText(valueAt(content, 'media', 'id'))
  const [, kind] = /^urn:li:(\w+):/.exec(medium) ?? []
  return kind ?? Object.keys(Object(content))[0] ?? 'text'
}

/** Posts contain images as single media, as one of several images, or as the thumbnail of a link. */
function findImageUrn(content: unknown): string {
  const [firstImage] = asList(valueAt(content, 'multiImage', 'images'))
  const urns = [
    valueAt(content, 'media', 'id'),
    valueAt(firstImage, 'id'),
    valueAt(content, 'article', 'thumbnail'),
  ].map(asText)
  return urns.find((urn) => urn.startsWith('urn:li:image:')) ?? ''
}

/** A user without permission for images still gets the posts, without image URLs. */
function ignoreMissingPermission(error: unknown): ReadonlyMap<string, string> {
  if (error instanceof ServiceError && error.code === 'PERMISSION_MISSING') return new Map()
  throw error
}
