// A minimal browser for the examples: it keeps cookies, follows redirects and fills in the first form of a
// page.

export class Browser {
  #url = 'about:blank'
  #page = ''
  readonly #cookies = new Map<string, string>()

  async open(url: string, init: RequestInit = {}): Promise<string> {
    const { origin } = new URL(url)
    const response = await fetch(url, {
      ...init,
      headers: { cookie: this.#cookies.get(origin) ?? '', accept: 'text/html' },
      redirect: 'manual',
    })
    const [cookie] = response.headers.getSetCookie()
    if (cookie !== undefined) this.#cookies.set(origin, cookie.split(';')[0] ?? '')
    this.#page = await response.text()
    this.#url = url
    const redirectTarget =
      response.headers.get('location') ??
      this.#page.match(/http-equiv="refresh" content="0;\s*url=([^"]+)"/)?.[1]
    return redirectTarget === undefined
      ? this.#page
      : await this.open(new URL(decodeEntities(redirectTarget), url).href)
  }

  /** Submits the form with its current values and the given ones. */
  async submit(values: Readonly<Record<string, string>>): Promise<string> {
    const form = /<form[^>]*?(?:action="([^"]*)")?[^>]*>(.*?)<\/form>/s.exec(this.#page)
    const action = /<form[^>]*\baction="([^"]*)"/.exec(this.#page)?.[1] ?? this.#url
    const currentValues = [
      ...(form?.[2] ?? '').matchAll(
        /<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"|<textarea[^>]*?name="([^"]+)"[^>]*>([^<]*)/g,
      ),
    ].map(([, input, value, area, text]) => [input ?? area ?? '', decodeEntities(value ?? text ?? '')])
    const body = new URLSearchParams({ ...Object.fromEntries(currentValues), ...values })
    return await this.open(new URL(decodeEntities(action), this.#url).href, { method: 'POST', body })
  }

  /** Opens another window of the same browser on the same page. */
  fork(): Browser {
    const window = new Browser()
    window.#url = this.#url
    window.#page = this.#page
    for (const [origin, cookie] of this.#cookies) window.#cookies.set(origin, cookie)
    return window
  }
}

function decodeEntities(html: string): string {
  return html
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
