// Makes cursors resemble live ones: long, and one of them pointing to an empty last page. The additions are
// removed when a cursor comes back, so that no mapping has to be stored.

const paddingMark = 'xVARx'
const endMark = 'xENDx'

export function padCursor(cursor: string, length: number): string {
  return cursor.length + paddingMark.length >= length || cursor.includes(paddingMark)
    ? cursor
    : `${cursor}${paddingMark}`.padEnd(length, '0')
}

/**
 * Returns a cursor that points beyond the last entry. The ledger shows its mark, so that such requests can be
 * distinguished.
 */
export function toEndCursor(cursor: string): string {
  const [bareCursor = ''] = cursor.split(paddingMark)
  return bareCursor === cursor ? `${cursor}${endMark}` : padCursor(`${bareCursor}${endMark}`, cursor.length)
}

export function hasEndCursor(url: string, body: Buffer): boolean {
  return url.includes(endMark) || body.includes(endMark)
}

/** Restores the short cursors in an address. */
export function restoreUrlCursors(url: string): string {
  const unpadded = unpadText(url).replaceAll(endMark, '')
  // The page before the end may have been the first page, which has no token.
  return url.includes(endMark) ? unpadded.replace(/&pageToken=(?=&|$)/, '') : unpadded
}

/** Removes the padding, as the ledger shows bodies. */
export function unpadBody(body: Buffer): Buffer {
  return body.includes(paddingMark) ? Buffer.from(unpadText(body.toString('utf8'))) : body
}

/**
 * Restores the short cursors in a body. The parts of a batch keep their marks, because each part is a request
 * with its own address.
 */
export function restoreBodyCursors(body: Buffer): Buffer {
  const unpadded = unpadBody(body)
  if (!unpadded.includes(endMark) || unpadded.includes('relative_url')) return unpadded
  return Buffer.from(unpadded.toString('utf8').replaceAll(endMark, ''))
}

function unpadText(text: string): string {
  return text.includes(paddingMark) ? text.replaceAll(/xVARx0{100,}/g, '') : text
}
