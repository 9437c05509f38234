// Links the demo users by walking through the real pages once, as a person with a browser would.

import type { LinkPlatform } from '../platforms/kit/names.ts'

/** One demo user's walk: who gives consent at the sandbox, and what is chosen. */
export interface Walk {
  readonly userId: string
  readonly platform: LinkPlatform
  readonly person: string
  readonly accountId: string
  readonly pageId?: string
}

export async function walkLink(url: string, apiKey: string, walk: Walk): Promise<void> {
  const { userId, platform, person, accountId, pageId = '' } = walk
  const made = await fetch(`${url}/auth/create_link`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ userId, platform }),
  })
  const { results } = (await made.json()) as { results: { link?: string; error: string } }
  if (results.link === undefined) throw new Error(`auth/create_link: ${results.error}`)

  const visitor = new Visitor()
  const start = await visitor.get(results.link)
  const onward = await visitor.submit(start, 'start', {})
  const consentUrl =
    /http-equiv="refresh" content="0;url=([^"]+)"/.exec(onward.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  let page = await visitor.post(consentUrl, { person, decision: 'allow' })
  // The picker comes in one or two steps, or not at all when there is nothing to choose.
  for (let step = 0; step < 2 && page.text.includes('/select"'); step++)
    page = await visitor.submit(page, 'select', {
      account: accountId,
      page: page.text.includes('name="page"') ? pageId : '',
      photo: 'yes',
      confirm: page.text.includes('name="confirm"') ? 'yes' : '',
    })
  if (!page.text.includes('<h1>Connected</h1>'))
    throw new Error(`Linking ${userId} on ${platform} ended at ${page.url}`)
}

interface Page {
  readonly url: string
  readonly text: string
}

/** As much of a browser as plain forms need: cookies, and redirects followed one by one. */
class Visitor {
  readonly #cookies = new Map<string, string>()

  get(url: string): Promise<Page> {
    return this.#visit(url, { method: 'GET' })
  }

  post(url: string, form: Readonly<Record<string, string>>): Promise<Page> {
    const filled = Object.entries(form).filter(([, value]) => value !== '')
    return this.#visit(url, { method: 'POST', body: new URLSearchParams(filled) })
  }

  /** Sends the form of a page whose address ends in the given word, with what it holds already. */
  submit(page: Page, action: string, form: Readonly<Record<string, string>>): Promise<Page> {
    const [, path = '', fields = ''] =
      new RegExp(`<form method="post" action="([^"]+/${action})">(.*?)</form>`, 's').exec(page.text) ?? []
    const hidden = fields.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
    const held = Object.fromEntries(Array.from(hidden, ([, name = '', value = '']) => [name, value]))
    return this.post(new URL(path, page.url).href, { ...held, ...form })
  }

  async #visit(url: string, init: RequestInit): Promise<Page> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin: new URL(url).origin, ...(cookie === '' ? {} : { cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location !== null) return await this.get(new URL(location, url).href)
    return { url, text: await response.text() }
  }
}
