// An image after parsing: its format, its size, and the parts of the file that adrail stores.

export interface ParsedImage {
  readonly type: 'image/jpeg' | 'image/png'
  /** The size as viewers show the image, after the rotation that its orientation declares. */
  readonly width: number
  readonly height: number
  /** The file without metadata. Most parts are views of the received bytes, so that nothing is copied. */
  readonly parts: readonly Buffer[]
}

/** The reason why adrail refuses an image, as a sentence for the caller. */
export class ImageProblem extends Error {}

export const cutOffText = 'The file is cut off.'
export const damagedText = 'The file is damaged.'
