import { asList, asObject, type Json } from '../../platforms/kit/values.ts'
import type { Handler } from '../../waist/handler.ts'
import { cursorsOf, positionIn } from './paging.ts'
import { numberOf, textOf } from './rows.ts'

export const get_ad_account_media: Handler<'social/get_ad_account_media'> = async (
  { userId, type, pagination },
  ctx,
) => {
  const social = await ctx.connect(userId, 'social')
  const of = `${social.selection.adAccountId} ${type}`
  const position = positionIn(pagination, of, ctx)
  const page = type === 'IMAGE' ? await social.images(position) : await social.videos(position)
  const media = type === 'IMAGE' ? page.rows.filter(isShown).map(imageItem) : page.rows.map(videoItem)
  return { media, pagination: cursorsOf(page, of, ctx) }
}

function isShown(row: Json): boolean {
  return row['status'] !== 'DELETED' && row['status'] !== 'INTERNAL'
}

function imageItem(row: Json) {
  return {
    url: textOf(row, 'url') || textOf(row, 'permalink_url'),
    width: numberOf(row, 'width') || numberOf(row, 'original_width'),
    height: numberOf(row, 'height') || numberOf(row, 'original_height'),
    id: textOf(row, 'id'),
  }
}

/** A video has several formats; the native one has its real size. Until it is ready it has none. */
function videoItem(row: Json) {
  const formats = asList(row['format']).map(asObject)
  const largest = formats.toSorted((a, b) => numberOf(b, 'width') - numberOf(a, 'width'))[0]
  const format = formats.find((each) => each['filter'] === 'native') ?? largest ?? {}
  return {
    url: textOf(row, 'source'),
    width: numberOf(format, 'width'),
    height: numberOf(format, 'height'),
    id: textOf(row, 'id'),
  }
}
