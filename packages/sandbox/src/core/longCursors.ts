// Makes cursors resemble live ones: long, and one of them pointing to an empty last page. The additions are
// removed when a cursor comes back, so that no mapping has to be stored.

const mark = 'xVARx'
const endMark = 'xENDx'

export function longCursor(cursor: string, length: number): string {
  return cursor.length + mark.length >= length || cursor.includes(mark)
    ? cursor
    : `${cursor}${mark}`.padEnd(length, '0')
}

/**
 * Returns a cursor that points beyond the last entry. The ledger shows its mark, so that such requests can be
 * distinguished.
 */
export function endCursor(cursor: string): string {
  const [short = ''] = cursor.split(mark)
  return short === cursor ? `${cursor}${endMark}` : longCursor(`${short}${endMark}`, cursor.length)
}

export function isBeyondEnd(address: string, body: Buffer): boolean {
  return address.includes(endMark) || body.includes(endMark)
}

/** Restores the short cursors in an address. */
export function addressWithShortCursors(address: string): string {
  const short = withoutPadding(address).replaceAll(endMark, '')
  // The page before the end may have been the first page, which has no token.
  return address.includes(endMark) ? short.replace(/&pageToken=(?=&|$)/, '') : short
}

/** Removes the padding, as the ledger shows bodies. */
export function bodyWithoutPadding(body: Buffer): Buffer {
  return body.includes(mark) ? Buffer.from(withoutPadding(body.toString('utf8'))) : body
}

/**
 * Restores the short cursors in a body. The parts of a batch keep their marks, because each part is a request
 * with its own address.
 */
export function bodyWithShortCursors(body: Buffer): Buffer {
  const short = bodyWithoutPadding(body)
  if (!short.includes(endMark) || short.includes('relative_url')) return short
  return Buffer.from(short.toString('utf8').replaceAll(endMark, ''))
}

function withoutPadding(text: string): string {
  return text.includes(mark) ? text.replaceAll(/xVARx0{100,}/g, '') : text
}
