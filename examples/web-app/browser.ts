// A minimal browser for the examples: it keeps cookies, follows redirects and fills in the first form of a
// page.

export class Browser {
  #url = 'about:blank'
  #page = ''
  readonly #cookies = new Map<string, string>()

  async open(url: string, init: RequestInit = {}): Promise<string> {
    const { origin } = new URL(url)
    const answer = await fetch(url, {
      ...init,
      headers: { cookie: this.#cookies.get(origin) ?? '', accept: 'text/html' },
      redirect: 'manual',
    })
    const [cookie] = answer.headers.getSetCookie()
    if (cookie !== undefined) this.#cookies.set(origin, cookie.split(';')[0] ?? '')
    this.#page = await answer.text()
    this.#url = url
    const onward =
      answer.headers.get('location') ??
      this.#page.match(/http-equiv="refresh" content="0;\s*url=([^"]+)"/)?.[1]
    return onward === undefined ? this.#page : await this.open(new URL(readable(onward), url).href)
  }

  /** Submits the form with its current values and the given ones. */
  async submit(values: Readonly<Record<string, string>>): Promise<string> {
    const form = /<form[^>]*?(?:action="([^"]*)")?[^>]*>(.*?)<\/form>/s.exec(this.#page)
    const action = /<form[^>]*\baction="([^"]*)"/.exec(this.#page)?.[1] ?? this.#url
    const present = [
      ...(form?.[2] ?? '').matchAll(
        /<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"|<textarea[^>]*?name="([^"]+)"[^>]*>([^<]*)/g,
      ),
    ].map(([, input, value, area, text]) => [input ?? area ?? '', readable(value ?? text ?? '')])
    const body = new URLSearchParams({ ...Object.fromEntries(present), ...values })
    return await this.open(new URL(readable(action), this.#url).href, { method: 'POST', body })
  }

  /** Opens another window of the same browser on the same page. */
  fork(): Browser {
    const other = new Browser()
    other.#url = this.#url
    other.#page = this.#page
    for (const [origin, cookie] of this.#cookies) other.#cookies.set(origin, cookie)
    return other
  }
}

function readable(html: string): string {
  return html
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
