// Validation of a workspace's brand. Values are checked when they are set, so that pages can rely on them.

import { createHash } from 'node:crypto'
import { parsePictureFacts } from '../platforms/connector-kit/picture.ts'
import { parseColor } from '../runtime/color.ts'

/** The error names the brand field that pages cannot show, and the reason. */
export class InvalidBrandError extends Error {
  readonly field: keyof BrandFields | 'logo'

  constructor(field: keyof BrandFields | 'logo', message: string) {
    super(message)
    this.field = field
  }
}

/** An empty text removes the field. An omitted field keeps its value. */
export interface BrandFields {
  readonly name?: string | undefined
  readonly colour?: string | undefined
  readonly privacyUrl?: string | undefined
  readonly supportUrl?: string | undefined
}

/** Returns the columns to store. Throws a `InvalidBrandError` for a value that pages cannot show. */
export function parseBrand({ name, colour, privacyUrl, supportUrl }: BrandFields) {
  return {
    ...(name === undefined ? {} : { name: parseBrandName(name) }),
    ...(colour === undefined ? {} : { colour: colour && parseBrandColor(colour) }),
    ...(privacyUrl === undefined ? {} : { privacy_url: parseBrandUrl('privacyUrl', privacyUrl, ['https:']) }),
    ...(supportUrl === undefined
      ? {}
      : { support_url: parseBrandUrl('supportUrl', supportUrl, ['https:', 'mailto:']) }),
  }
}

const maxNameCharacters = 60
const maxUrlCharacters = 500
const maxLogoBytes = 200 * 1024
const maxLogoPixels = 2000

function parseBrandName(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ')
  if (/\p{C}/u.test(name))
    throw new InvalidBrandError(
      'name',
      'The name must not contain control characters or invisible characters.',
    )
  if ([...name].length > maxNameCharacters)
    throw new InvalidBrandError('name', `The name may have at most ${maxNameCharacters} characters.`)
  return name
}

function parseBrandColor(text: string): string {
  const colour = parseColor(text)
  if (colour === undefined)
    throw new InvalidBrandError('colour', `The color "${text}" is not a hex color such as #1f6f50.`)
  return colour
}

/** The support address may also be `mailto:`, for workspaces that offer support by email. */
function parseBrandUrl(
  field: 'privacyUrl' | 'supportUrl',
  text: string,
  protocols: readonly string[],
): string {
  if (text === '') return ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !protocols.includes(url.protocol) || url.username !== '')
    throw new InvalidBrandError(
      field,
      `The URL must start with ${protocols.join(' or ')} and must not contain a user name.`,
    )
  if (url.href.length > maxUrlCharacters)
    throw new InvalidBrandError(field, `The URL may have at most ${maxUrlCharacters} characters.`)
  return url.href
}

export interface Logo {
  readonly logo: string
  readonly logo_type: string
  readonly logo_hash: string
}

/** Only raster formats are accepted, because a vector format such as SVG could contain scripts. */
export function parseBrandLogo(bytes: Buffer): Logo {
  const picture = parsePictureFacts(bytes)
  if (!picture)
    throw new InvalidBrandError('logo', 'The logo is not a PNG or JPEG file. Save the logo as a PNG file.')
  if (bytes.length > maxLogoBytes)
    throw new InvalidBrandError(
      'logo',
      `The logo has ${bytes.length} bytes. The maximum is ${maxLogoBytes}. Use a smaller file.`,
    )
  if (Math.max(picture.width, picture.height) > maxLogoPixels)
    throw new InvalidBrandError(
      'logo',
      `The logo is ${picture.width} × ${picture.height} pixels. The maximum is ${maxLogoPixels} pixels per side.`,
    )
  return {
    logo: bytes.toString('base64'),
    logo_type: `image/${picture.kind}`,
    logo_hash: createHash('sha256').update(bytes).digest('hex'),
  }
}
