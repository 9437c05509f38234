import { ServiceError } from '../../base/errors.ts'
import { asList, asText, at } from '../../platforms/kit/values.ts'
import { handler } from '../../waist/handler.ts'
import { timeText } from './instants.ts'
import { organizationOf } from './organization.ts'

export const get_page_posts = handler('pro/get_page_posts', async (_body, { connector, page }) => {
  organizationOf(connector)
  const found = await connector.library.posts(page.position)
  const pictures = found.rows.map(({ content }) => pictureIn(content))
  const addresses = await connector.library
    .imageAddresses([...new Set(pictures.filter((urn) => urn !== ''))])
    .catch(withoutPictures)
  return {
    posts: found.rows.map(({ id, content, commentary = '', createdAt, publishedAt }, index) => ({
      id,
      createdTime: timeText(publishedAt ?? createdAt),
      postUrl: `https://www.linkedin.com/feed/update/${id}`,
      mediaType: mediaType(content),
      primaryText: commentary,
      image: addresses.get(pictures[index] ?? '') ?? '',
    })),
    pagination: page.around(found),
  }
})

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#content */
function mediaType(content: unknown): string {
  if (content === undefined) return 'text'
  const medium = asText(at(content, 'media', 'id'))
  const [, kind] = /^urn:li:(\w+):/.exec(medium) ?? []
  return kind ?? Object.keys(Object(content))[0] ?? 'text'
}

/** Posts contain images as single media, as one of several images, or as the thumbnail of a link. */
function pictureIn(content: unknown): string {
  const [first] = asList(at(content, 'multiImage', 'images'))
  const urns = [at(content, 'media', 'id'), at(first, 'id'), at(content, 'article', 'thumbnail')].map(asText)
  return urns.find((urn) => urn.startsWith('urn:li:image:')) ?? ''
}

/** A user without permission for images still gets the posts, without image URLs. */
function withoutPictures(error: unknown): ReadonlyMap<string, string> {
  if (error instanceof ServiceError && error.code === 'PERMISSION_MISSING') return new Map()
  throw error
}
