// Images of an ad account.
// https://developers.facebook.com/docs/marketing-api/reference/ad-image

import { createHash } from 'node:crypto'
import { requireAdsWrite } from '../access.ts'
import { invalidParameter } from '../errors.ts'
import type { Listing, NodeKindWithId, Write } from '../graph/nodeKind.ts'
import type { NodeItems } from '../graph/nodeNames.ts'
import type { GraphRequest, Params } from '../graph/request.ts'
import type { AdAccount } from '../state.ts'
import { formatAccountTime } from '../times.ts'
import { imageUrl } from './pictures.ts'

type ListedImage = NodeItems['image']

export function listImages(account: AdAccount, request: GraphRequest, params: Params): Listing {
  const hashes = params.list('hashes')
  const name = params.text('name')
  const items = (request.social.images[account.id] ?? [])
    .filter((image) => hashes === undefined || hashes.includes(image.hash))
    .filter((image) => name === undefined || image.name.includes(name))
    .filter(
      (image) =>
        image.width >= (params.integer('minwidth') ?? 0) &&
        image.height >= (params.integer('minheight') ?? 0),
    )
    .map((image): ListedImage => ({ account, image }))
  return { kind: 'image', items }
}

export const imageKind: NodeKindWithId<ListedImage> = {
  type: 'AdImage',
  docsUrl: 'https://developers.facebook.com/docs/marketing-api/reference/ad-image',
  id: ({ account, image }) => `${account.id}:${image.hash}`,
  defaultFields: ['hash', 'name'],
  fields: {
    account_id: ({ account }) => account.id,
    hash: ({ image }) => image.hash,
    name: ({ image }) => image.name,
    url: ({ image }, request) => imageUrl(request, image.picture, image.width, image.height),
    url_128: ({ image }, request) => imageUrl(request, image.picture, 128, 128),
    permalink_url: ({ image }) => `https://www.facebook.com/ads/image/?d=AQ${image.hash}`,
    width: ({ image }) => image.width,
    height: ({ image }) => image.height,
    original_width: ({ image }) => image.width,
    original_height: ({ image }) => image.height,
    status: ({ image }) => image.status,
    created_time: ({ account, image }) => formatAccountTime(account, image.createdAt),
    updated_time: ({ account, image }) => formatAccountTime(account, image.createdAt),
    is_associated_creatives_in_adgroups: () => false,
    creatives: () => undefined,
  },
}

export const createImage: Write<AdAccount> = {
  params: ['bytes', 'name'],
  run(account, request) {
    requireAdsWrite(request, account)
    const bytes = request.params.text('bytes')
    if (bytes === undefined || bytes === '')
      throw invalidParameter('The parameter bytes is required.', { blame: ['bytes'] })
    const content = Buffer.from(bytes, 'base64')
    if (content.length < 16)
      throw invalidParameter('Invalid parameter', {
        userTitle: 'Image not readable',
        userMessage: 'The image could not be read.',
        blame: ['bytes'],
      })
    const hash = createHash('md5').update(content).digest('hex')
    const name = request.params.text('name') ?? 'untitled'
    const images = request.social.images[account.id] ?? []
    request.social.images[account.id] = images
    let image = images.find((each) => each.hash === hash)
    if (image === undefined) {
      image = {
        hash,
        name,
        picture: `upload-${hash.slice(0, 8)}`,
        width: 1080,
        height: 1080,
        createdAt: request.now,
        status: 'ACTIVE',
      }
      images.unshift(image)
      request.exchange.effect('image.create', `${account.id}:${hash}`, { name })
    }
    const { width, height } = image
    return {
      images: {
        bytes: {
          hash,
          url: imageUrl(request, image.picture, width, height),
          name: image.name,
          width,
          height,
        },
      },
    }
  },
}
