import type { OperationCase, PlatformCase } from '../operations.ts'

interface Row {
  readonly id: string
  readonly created_time: string
  readonly permalink_url: string
  readonly message: string
  readonly full_picture: string
  readonly attachments: {
    readonly data: readonly {
      readonly media_type: string
      readonly type: string
      readonly target: { readonly id: string }
      readonly media: {
        readonly image: { readonly src: string; readonly width: number; readonly height: number }
      }
    }[]
  }
}

function createRow(index: number): Row {
  const src = `https://scontent.example/v/t39.30808-6/${1_000_000 + index}_n.jpg?stp=dst-jpg&_nc_cat=104&ccb=1-7&oh=00_AfB`
  return {
    id: `104500000000001_${2200 + index}`,
    created_time: '2026-01-10T06:00:00+0000',
    permalink_url: `https://www.facebook.com/104500000000001/posts/${2200 + index}`,
    message: 'Baking course on Saturday: two places left. Bring an apron and a hungry friend.',
    full_picture: src,
    attachments: {
      data: [
        {
          media_type: 'photo',
          type: 'photo',
          target: { id: String(900_000 + index) },
          media: { image: { src, width: 1080, height: 1350 } },
        },
      ],
    },
  }
}

/**
 * The number of pages with a next page. Each caller requests its own page, because equal concurrent reads are
 * shared.
 */
const maxCallers = 64

export interface PostsCase {
  readonly operationCase: OperationCase
  readonly platform: PlatformCase
}

/** Builds a case for a page with the given number of posts. */
export function createPostsCase(count: number, goals: OperationCase['goals']): PostsCase {
  const rows = Array.from({ length: count }, (_, index) => createRow(index))
  const upstreamResponse = { data: rows, paging: { cursors: { before: 'QVFIb', after: 'QVFIa' } } }
  const firstPageText = JSON.stringify(upstreamResponse)
  let pageCount = 0
  return {
    platform: {
      respond(_, { pathname }) {
        if (!pathname.endsWith('/published_posts')) return undefined
        if (++pageCount > maxCallers) return firstPageText
        const next = `https://graph.example/x?limit=25&after=${pageCount}`
        return JSON.stringify({ ...upstreamResponse, paging: { ...upstreamResponse.paging, next } })
      },
    },
    operationCase: {
      title: `${count} posts`,
      operation: 'social/get_page_posts',
      body,
      expectedStatus: 200,
      upstreamResponse,
      toUpstream: (input) => input,
      fromUpstream: (response) => toResponse((response as typeof upstreamResponse).data),
      async bodies(send) {
        const cursors = ['']
        while (cursors.length < maxCallers) {
          const { results } = (await send({ ...body, pagination: cursors.at(-1) })) as ReturnType<
            typeof toResponse
          >
          cursors.push(results.pagination.next)
        }
        return cursors.map((pagination) => ({ ...body, pagination }))
      },
      goals,
    },
  }
}

const body = { userId: 'usr_demo_all', platform: 'SOCIAL_A' }

function toResponse(data: readonly Row[]) {
  const posts = data.map((row) => {
    const image = row.attachments.data[0]?.media.image
    return {
      id: row.id,
      createdTime: row.created_time,
      postUrl: row.permalink_url,
      mediaType: row.attachments.data[0]?.media_type === 'photo' ? 'image' : 'other',
      primaryText: row.message,
      image: image?.src ?? row.full_picture,
      height: image?.height ?? 0,
      width: image?.width ?? 0,
    }
  })
  const results = { success: true, error: '', posts, pagination: { next: '', previous: '' } }
  return { success: true, requestId: 'req_01kepx5y0052m3qcssrjq5ehr7', results }
}

/** The page size of the connector. */
export const { operationCase, platform } = createPostsCase(25, [])
