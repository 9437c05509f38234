// Cursors as live ones are: long, and one of them leading to an empty last page. What was added is removed when the cursor
// comes back, so that nothing has to be kept.

const mark = 'xVARx'
const endMark = 'xENDx'

export function longCursor(cursor: string, length: number): string {
  return cursor.length + mark.length >= length || cursor.includes(mark)
    ? cursor
    : `${cursor}${mark}`.padEnd(length, '0')
}

/** A cursor that leads beyond the last entry. The ledger shows the mark, so that such requests can be told from others. */
export function endCursor(cursor: string): string {
  const [short = ''] = cursor.split(mark)
  return short === cursor ? `${cursor}${endMark}` : longCursor(`${short}${endMark}`, cursor.length)
}

/** Whether a request has a cursor that leads beyond the last entry. */
export function isBeyondEnd(address: string, body: Buffer): boolean {
  return address.includes(endMark) || body.includes(endMark)
}

/** An address as it would be with the short cursors. */
export function addressWithShortCursors(address: string): string {
  const short = withoutPadding(address).replaceAll(endMark, '')
  // The page before the end may have been the first one, which has no token.
  return address.includes(endMark) ? short.replace(/&pageToken=(?=&|$)/, '') : short
}

/** A body as the ledger shows it. */
export function bodyWithoutPadding(body: Buffer): Buffer {
  return body.includes(mark) ? Buffer.from(withoutPadding(body.toString('utf8'))) : body
}

/** The parts of a batch keep their marks: each part is a request with an address of its own. */
export function bodyWithShortCursors(body: Buffer): Buffer {
  const short = bodyWithoutPadding(body)
  if (!short.includes(endMark) || short.includes('relative_url')) return short
  return Buffer.from(short.toString('utf8').replaceAll(endMark, ''))
}

function withoutPadding(text: string): string {
  return text.includes(mark) ? text.replaceAll(/xVARx0{100,}/g, '') : text
}
