// Content of pages and photo accounts: posts, photo media, images, videos.

import { createHash } from 'node:crypto'
import { readTable } from '../../../core/dataFiles.ts'
import { dayMs } from '../../../core/durations.ts'
import type { State } from '../../../core/state.ts'
import { hashText } from '../../../delivery/seededRandom.ts'
import type { AdImage, Attachment, PhotoMedia, Post } from '../state.ts'
import { findTheme, type Theme } from './themes.ts'

const sizes = [
  [1080, 1080],
  [1080, 1350],
  [1200, 628],
  [1080, 1920],
] as const

function sizeAt(number: number): readonly [number, number] {
  return sizes[number % sizes.length] ?? [1080, 1080]
}

export function seedContent(state: State): void {
  const columns = ['kind', 'owner', 'theme', 'count', 'video'] as const
  for (const row of readTable('social/world/content.tsv', columns)) {
    const theme = findTheme(row.theme)
    const count = Number(row.count)
    if (row.kind === 'posts') addPosts(state, row.owner, theme, count, row.video)
    else if (row.kind === 'media') addPhotoMedia(state, row.owner, theme, count)
    else addImages(state, row.owner, theme, count)
  }
}

/** Creates posts of a page, newest first, a few days apart. */
function addPosts(state: State, page: string, theme: Theme, count: number, video: string): void {
  state.social.posts[page] = Array.from({ length: count }, (_, index): Post => {
    const hash = hashText(`${page}/post/${index}`)
    const number = 2_200 + count - index
    // Morning or evening, every two to four days.
    const createdAt =
      Math.floor((state.seededAt - (index * 3 + (hash % 3)) * dayMs - (hash % 9) * 3_600_000) / 60_000) *
        60_000 -
      3_600_000
    const message = theme.posts[(index * 7 + (hash % 3)) % theme.posts.length] ?? ''
    const attachment = buildAttachment(hash, index, theme.pictures, theme.site, video)
    return {
      id: `${page}_${number}`,
      createdAt,
      // Some posts are a picture alone.
      ...(hash % 11 === 0 && attachment !== undefined
        ? { story: `${state.social.pages[page]?.name ?? 'The page'} added a new photo.` }
        : { message }),
      ...(attachment === undefined ? {} : { attachment }),
    }
  })
}

function buildAttachment(
  hash: number,
  index: number,
  pictures: readonly string[],
  site: string,
  video: string,
): Attachment | undefined {
  const picture = pictures[hash % pictures.length] ?? 'picture'
  const [width, height] = sizeAt(hash >>> 4)
  switch (index % 7) {
    case 0:
      return { kind: 'video', video, picture, width: 720, height: 1280 }
    case 1:
    case 4:
      return { kind: 'photo', picture, width, height }
    case 2:
      return { kind: 'album', pictures: pictures.slice(0, 3 + (hash % 3)), width, height }
    case 5:
      return { kind: 'link', url: `${site}/news/${index}`, title: 'Read more on our site', picture }
    case 6:
      return hash % 2 === 0 ? undefined : { kind: 'photo', picture, width, height }
    default:
      return undefined
  }
}

function addPhotoMedia(state: State, account: string, theme: Theme, count: number): void {
  const idOffset = Number(account.slice(-3)) * 10_000
  state.social.photoMedia[account] = Array.from({ length: count }, (_, index): PhotoMedia => {
    const hash = hashText(`${account}/media/${index}`)
    const id = String(17_900_000_000_000_000n + BigInt(idOffset + (count - index) * 10))
    const type = index % 5 === 1 ? 'VIDEO' : index % 5 === 3 ? 'CAROUSEL_ALBUM' : 'IMAGE'
    const [width, height] = type === 'VIDEO' ? [1080, 1920] : sizeAt(hash >>> 3)
    const pictureAt = (offset: number) => theme.pictures[(hash + offset) % theme.pictures.length] ?? 'picture'
    const text = theme.posts[(index * 5 + (hash % 4)) % theme.posts.length] ?? ''
    return {
      id,
      createdAt:
        Math.floor((state.seededAt - (index * 2 + (hash % 2)) * dayMs - (hash % 7) * 3_600_000) / 60_000) *
          60_000 -
        7_200_000,
      ...(hash % 13 === 0 ? {} : { caption: `${text} #${theme.category.split(' ')[0]?.toLowerCase()}` }),
      type,
      product: type === 'VIDEO' ? 'REELS' : 'FEED',
      code: `C${hash.toString(36)}${index}`,
      picture: pictureAt(0),
      width,
      height,
      ...(type === 'VIDEO' && index % 10 === 6 ? { withheld: true as const } : {}),
      ...(type === 'CAROUSEL_ALBUM'
        ? {
            children: [1, 2, 3].map((number) => ({
              id: String(BigInt(id) + BigInt(number)),
              type: number === 3 ? ('VIDEO' as const) : ('IMAGE' as const),
              picture: pictureAt(number),
            })),
          }
        : {}),
    }
  })
}

function addImages(state: State, account: string, { pictures }: Theme, count: number): void {
  state.social.images[account] = Array.from({ length: count }, (_, index): AdImage => {
    const picture = pictures[index % pictures.length] ?? 'picture'
    const repetition = Math.floor(index / pictures.length)
    const [width, height] = sizeAt(index)
    return {
      hash: createHash('md5').update(`${account}/${index}`).digest('hex'),
      name: index % 17 === 16 ? 'untitled' : `${picture}${repetition === 0 ? '' : `-${repetition + 1}`}.jpg`,
      picture: `${picture}-${repetition + 1}`,
      width,
      height,
      createdAt: state.seededAt - (index + 1) * dayMs - (index % 13) * 1_800_000,
      status: index % 29 === 28 ? 'DELETED' : 'ACTIVE',
    }
  })
}

export function seedVideos({ social, seededAt }: State): void {
  const columns = [
    'id',
    'account',
    'page',
    'title',
    'picture',
    'daysAgo',
    'portrait',
    'seconds',
    'fate',
  ] as const
  for (const row of readTable('social/world/videos.tsv', columns)) {
    const { id, account, page, title, picture, fate } = row
    const createdAt = seededAt - Number(row.daysAgo) * dayMs
    const isPortrait = row.portrait === 'yes'
    // The upload was started and never finished.
    const isAbandoned = fate === 'abandoned'
    social.videos[id] = {
      id,
      ...(account === '' ? {} : { account }),
      ...(page === '' ? {} : { page }),
      title,
      picture,
      width: isPortrait ? 1080 : 1920,
      height: isPortrait ? 1920 : 1080,
      seconds: Number(row.seconds),
      createdAt,
      arrival: isAbandoned ? 'sent' : 'fetched',
      bytes: 7_340_032,
      received: isAbandoned ? 2_097_152 : 7_340_032,
      ...(isAbandoned ? {} : { finishedAt: createdAt }),
      bad: fate === 'bad',
    }
  }
}
