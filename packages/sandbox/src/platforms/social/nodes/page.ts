// Pages, their posts and lead forms.
// https://developers.facebook.com/docs/graph-api/reference/page

import { findCallerPageRole, hasScope, requireBusinessScope, requirePageToken } from '../access.ts'
import { GraphError, pageAccessDenied, permissionDenied } from '../errors.ts'
import { createNodeKindWithId, type Edge, LinkedNode, type NodeKind, plainFields } from '../graph/nodeKind.ts'
import { timeParams } from '../graph/paging.ts'
import type { GraphRequest } from '../graph/request.ts'
import { chargeUsage } from '../graph/usage.ts'
import { createLeadForm } from '../leads/newForm.ts'
import { subscribedAppsEdge } from '../leads/webhooks.ts'
import { issuePageToken } from '../login/oauth.ts'
import type { Page, Post } from '../state.ts'
import { buildProfilePicture, imageUrl } from './pictures.ts'

const docsUrl = 'https://developers.facebook.com/docs/graph-api/reference/page'

const linkPhotoAccount = (page: Page, request: GraphRequest) => {
  const account = request.social.photoAccounts[page.photoAccount ?? '']
  return account === undefined ? undefined : LinkedNode.toNode('photo_account', account)
}

/** Declares an edge of posts, which requires the page's own token and `pages_read_engagement`. */
function createPostsEdge(name: string): Edge<Page> {
  return {
    docsUrl: `${docsUrl}/${name}`,
    limit: { defaultLimit: 25, maxLimit: 100 },
    params: ['since', 'until', ...timeParams],
    list: (page, request, params) => {
      requirePageToken(request, page)
      if (!hasScope(request, 'pages_read_engagement')) throw pageAccessDenied('pages_read_engagement')
      const { userContentRequired } = request.exchange.state.switches.social
      if (userContentRequired && !hasScope(request, 'pages_read_user_content'))
        throw new GraphError({
          message:
            "(#10) This endpoint requires the 'pages_read_engagement' permission or the 'Page Public Content Access' feature.",
          code: 10,
        })
      chargeUsage(request, 'pages', page.id)
      const since = (params.integer('since') ?? 0) * 1000
      const until = (params.integer('until') ?? Number.POSITIVE_INFINITY) * 1000
      const items = (request.social.posts[page.id] ?? []).filter(
        (post) => post.createdAt >= since && post.createdAt <= until,
      )
      return {
        kind: 'post',
        items,
        ...(request.exchange.state.switches.social.timePaging ? { getTimeSeconds: getPostSeconds } : {}),
        fields: ['created_time', 'message', 'story'].map((field) => ({ name: field, args: {} })),
      }
    },
  }
}

const getPostSeconds = (post: unknown) => Math.floor((post as Post).createdAt / 1000)

export const pageKind = createNodeKindWithId<Page>({
  type: 'Page',
  docsUrl,
  defaultFields: ['name'],
  fields: {
    ...plainFields<Page>('name', 'category', 'about'),
    category_list: (page) => [{ id: '2500', name: page.category }],
    fan_count: (page) => page.followers,
    followers_count: (page) => page.followers,
    link: (page) => `https://www.facebook.com/${page.id}`,
    username: (page) => page.name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
    is_published: () => true,
    leadgen_tos_accepted: (page) => page.leadTermsOpen !== true,
    verification_status: () => 'not_verified',
    access_token: (page, request) => {
      if (request.caller.kind === 'app') return undefined
      const role = findCallerPageRole(request, page.id)
      if (role === undefined)
        throw permissionDenied(
          'User does not have sufficient administrative permission for this action on this page.',
        )
      if (!hasScope(request, 'pages_show_list')) {
        throw new GraphError({
          message:
            "(#190) Any of the pages_read_engagement, pages_manage_metadata, pages_read_user_content, pages_manage_ads, pages_show_list or pages_messaging permission(s) must be granted before impersonating a user's page.",
          code: 190,
        })
      }
      return issuePageToken(request.exchange, request.caller, page.id)
    },
    business: (page, request) => {
      requireBusinessScope(request)
      const business = request.social.businesses[page.business ?? '']
      return business === undefined ? undefined : LinkedNode.toNode('business', business)
    },
    instagram_business_account: linkPhotoAccount,
    connected_instagram_account: linkPhotoAccount,
    cover: (page, request) => ({
      source: imageUrl(request, `${page.picture}-cover`, 820, 312),
      offset_x: 0,
      offset_y: 0,
    }),
  },
  edges: {
    picture: {
      docsUrl: `${docsUrl}/picture`,
      params: ['type', 'width', 'height', 'redirect'],
      isSingle: true,
      list: (page, request, params) => ({
        kind: pictureKind,
        items: [buildProfilePicture(page.picture, request, params)],
      }),
    },
    published_posts: createPostsEdge('published_posts'),
    posts: createPostsEdge('posts'),
    feed: createPostsEdge('feed'),
    leadgen_forms: {
      docsUrl: `${docsUrl}/leadgen_forms`,
      list: (page, request) => {
        const role = requirePageToken(request, page)
        if (!hasScope(request, 'pages_manage_ads', 'leads_retrieval')) {
          throw permissionDenied('Requires pages_manage_ads permission to manage the object')
        }
        if (!role.tasks.includes('ADVERTISE') && !role.tasks.includes('MANAGE_LEADS')) {
          throw new GraphError({
            message: '(#10) User has insufficient privileges on the page for this operation.',
            code: 10,
            status: 403,
          })
        }
        chargeUsage(request, 'leadgen', page.id)
        const items = Object.values(request.social.leadForms).filter((form) => form.page === page.id)
        return { kind: 'lead_form', items }
      },
      create: createLeadForm,
    },
    subscribed_apps: subscribedAppsEdge,
    videos: {
      docsUrl: `${docsUrl}/videos`,
      list: (page, request) => {
        requirePageToken(request, page)
        chargeUsage(request, 'pages', page.id)
        return {
          kind: 'video',
          items: Object.values(request.social.videos).filter((video) => video.page === page.id),
        }
      },
    },
    instagram_accounts: {
      docsUrl: `${docsUrl}/instagram_accounts`,
      list: (page, request) => ({
        kind: 'photo_account',
        items: [request.social.photoAccounts[page.photoAccount ?? '']].filter(
          (account) => account !== undefined,
        ),
      }),
    },
  },
})

/**
 * A page on a person's own list. Only this list shows the person's tasks on the page.
 * https://developers.facebook.com/docs/graph-api/reference/user/accounts
 */
export const managedPageKind: NodeKind<Page> = {
  ...pageKind,
  fields: { ...pageKind.fields, tasks: (page, request) => findCallerPageRole(request, page.id)?.tasks },
}

const pictureKind: NodeKind<Record<string, unknown>> = {
  type: 'ProfilePictureSource',
  fields: {
    height: (picture) => picture['height'],
    is_silhouette: (picture) => picture['is_silhouette'],
    url: (picture) => picture['url'],
    width: (picture) => picture['width'],
  },
}
