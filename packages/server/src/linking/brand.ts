// Validation of a workspace's brand. Values are checked when they are set, so that pages can rely on them.

import { createHash } from 'node:crypto'
import { colourIn } from '../base/colour.ts'
import { pictureFacts } from '../platforms/kit/picture.ts'

/** The error names the brand field that pages cannot show, and the reason. */
export class BrandFlaw extends Error {
  readonly part: keyof BrandParts | 'logo'

  constructor(part: keyof BrandParts | 'logo', message: string) {
    super(message)
    this.part = part
  }
}

/** An empty text removes the field. An omitted field keeps its value. */
export interface BrandParts {
  readonly name?: string | undefined
  readonly colour?: string | undefined
  readonly privacyUrl?: string | undefined
  readonly supportUrl?: string | undefined
}

/** Returns the columns to store. Throws a `BrandFlaw` for a value that pages cannot show. */
export function checkedBrand({ name, colour, privacyUrl, supportUrl }: BrandParts) {
  return {
    ...(name === undefined ? {} : { name: brandName(name) }),
    ...(colour === undefined ? {} : { colour: colour && brandColour(colour) }),
    ...(privacyUrl === undefined ? {} : { privacy_url: brandUrl('privacyUrl', privacyUrl, ['https:']) }),
    ...(supportUrl === undefined
      ? {}
      : { support_url: brandUrl('supportUrl', supportUrl, ['https:', 'mailto:']) }),
  }
}

const mostNameCharacters = 60
const mostUrlCharacters = 500
const mostLogoBytes = 200 * 1024
const mostLogoPixels = 2000

function brandName(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ')
  if (/\p{C}/u.test(name))
    throw new BrandFlaw('name', 'The name must not hold control or invisible characters.')
  if ([...name].length > mostNameCharacters)
    throw new BrandFlaw('name', `The name may have ${mostNameCharacters} characters at most.`)
  return name
}

function brandColour(text: string): string {
  const colour = colourIn(text)
  if (colour === undefined) throw new BrandFlaw('colour', `The colour "${text}" is not written like #1f6f50.`)
  return colour
}

/** The support address may also be `mailto:`, for workspaces that offer support by email. */
function brandUrl(part: 'privacyUrl' | 'supportUrl', text: string, protocols: readonly string[]): string {
  if (text === '') return ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !protocols.includes(url.protocol) || url.username !== '')
    throw new BrandFlaw(part, `The address must begin with ${protocols.join(' or ')} and hold no user name.`)
  if (url.href.length > mostUrlCharacters)
    throw new BrandFlaw(part, `The address may have ${mostUrlCharacters} characters at most.`)
  return url.href
}

export interface Logo {
  readonly logo: string
  readonly logo_type: string
  readonly logo_hash: string
}

/** Only raster formats are accepted, because a vector format such as SVG could contain scripts. */
export function brandLogo(bytes: Buffer): Logo {
  const facts = pictureFacts(bytes)
  if (!facts) throw new BrandFlaw('logo', 'The logo is not a PNG or a JPEG. Save it as a PNG.')
  if (bytes.length > mostLogoBytes)
    throw new BrandFlaw(
      'logo',
      `The logo has ${bytes.length} bytes; ${mostLogoBytes} are allowed. Make it smaller.`,
    )
  if (Math.max(facts.width, facts.height) > mostLogoPixels)
    throw new BrandFlaw(
      'logo',
      `The logo has ${facts.width} × ${facts.height} pixels; ${mostLogoPixels} on a side are allowed.`,
    )
  return {
    logo: bytes.toString('base64'),
    logo_type: `image/${facts.kind}`,
    logo_hash: createHash('sha256').update(bytes).digest('hex'),
  }
}
