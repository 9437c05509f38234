import type { ImageRow, VideoFileRow } from '../../platforms/social/rows.ts'
import { handler } from '../../waist/handler.ts'

export const get_ad_account_media = handler(
  'social/get_ad_account_media',
  async ({ type }, { connector, page }) => {
    const own = page.of(type)
    if (type === 'IMAGE') {
      const found = await connector.images(own.position)
      return { media: found.rows.filter(isShown).map(imageItem), pagination: own.around(found) }
    }
    const found = await connector.videos(own.position)
    return { media: found.rows.map(videoItem), pagination: own.around(found) }
  },
)

function isShown({ status }: ImageRow): boolean {
  return status !== 'DELETED' && status !== 'INTERNAL'
}

function imageItem(row: ImageRow) {
  return {
    url: row.url || row.permalink_url || '',
    width: row.width || row.original_width || 0,
    height: row.height || row.original_height || 0,
    id: row.id,
  }
}

/** A video has several formats; the native one has its real size. Until it is ready it has none. */
function videoItem({ id, source = '', format = [] }: VideoFileRow) {
  const [largest] = format.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))
  const shown = format.find(({ filter }) => filter === 'native') ?? largest
  return {
    url: source,
    width: shown?.width ?? 0,
    height: shown?.height ?? 0,
    id,
    ...(shown?.picture === undefined ? {} : { picture: shown.picture }),
  }
}
