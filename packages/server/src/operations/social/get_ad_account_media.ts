import { handler } from '../../pipeline/handler.ts'
import type { ImageRow, VideoFileRow } from '../../platforms/social/rows.ts'

export const get_ad_account_media = handler(
  'social/get_ad_account_media',
  async ({ type }, { connector, page }) => {
    const paging = page.forList(type)
    if (type === 'IMAGE') {
      const imagePage = await connector.library.images(paging.position)
      return {
        media: imagePage.rows.filter(isShown).map(toImageItem),
        pagination: paging.neighborCursors(imagePage),
      }
    }
    const videoPage = await connector.library.videos(paging.position)
    return { media: videoPage.rows.map(toVideoItem), pagination: paging.neighborCursors(videoPage) }
  },
)

function isShown({ status }: ImageRow): boolean {
  return status !== 'DELETED' && status !== 'INTERNAL'
}

function toImageItem(row: ImageRow) {
  return {
    url: row.url || row.permalink_url || '',
    width: row.width || row.original_width || 0,
    height: row.height || row.original_height || 0,
    id: row.id,
  }
}

/** The `native` format has the original size of the video. A video has no formats until it is ready. */
function toVideoItem({ id, source = '', format = [] }: VideoFileRow) {
  const [largest] = format.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))
  const displayFormat = format.find(({ filter }) => filter === 'native') ?? largest
  return {
    url: source,
    width: displayFormat?.width ?? 0,
    height: displayFormat?.height ?? 0,
    id,
    ...(displayFormat?.picture === undefined ? {} : { picture: displayFormat.picture }),
  }
}
