// The search of the documentation and the copy buttons of its examples. The pages work without this script.

// @ts-check

/** @typedef {[anchor: string, heading: string, text: string]} Section */
/** @typedef {[address: string, title: string, sections: Section[]]} Page */
/** @typedef {{ address: string, title: string, heading: string, text: string, score: number }} Hit */

const maxResults = 12
const snippetLength = 150

addCopyButtons()
addSearch()
redirectOldLinks()

function addCopyButtons() {
  for (const pre of document.querySelectorAll('main pre')) {
    const block = document.createElement('div')
    block.className = 'block'
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(pre.textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
    pre.replaceWith(block)
    // Browsers without a secure connection have no clipboard.
    block.append(pre, ...(navigator.clipboard ? [button] : []))
  }
}

/** Until version 0.2, the reference was at the address of the documentation. */
function redirectOldLinks() {
  if (location.pathname !== '/docs/' || !/^#(tag|demo|description|model)/.test(location.hash)) return
  location.replace(`/docs/reference${location.hash}`)
}

function addSearch() {
  const form = document.querySelector('.search')
  const input = form?.querySelector('input')
  const list = form?.querySelector('.results')
  const status = form?.querySelector('[role=status]')
  if (!(form instanceof HTMLFormElement) || !input || !(list instanceof HTMLElement) || !status) return
  form.hidden = false
  /** @type {Promise<Page[]> | undefined} */
  let index
  let selected = -1

  const load = () => {
    index ??= fetch('/docs/search.json').then((response) => {
      if (!response.ok) throw new Error(String(response.status))
      return response.json()
    })
    return index
  }

  const close = () => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    select(-1)
  }

  /** @param {number} at */
  const select = (at) => {
    const options = list.querySelectorAll('a')
    selected = options.length === 0 || at < 0 ? -1 : at % options.length
    for (const [position, option] of options.entries())
      option.setAttribute('aria-selected', String(position === selected))
    const option = options[selected]
    option?.scrollIntoView({ block: 'nearest' })
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }

  /** @param {string} text */
  const showMessage = (text) => {
    const message = document.createElement('p')
    message.textContent = text
    list.replaceChildren(message)
    status.textContent = text
  }

  const show = async () => {
    const query = input.value
    const words = toWords(query)
    if (words.length === 0) return close()
    try {
      const pages = await load()
      if (query !== input.value) return
      const hits = findHits(pages, words)
      if (hits.length === 0) showMessage(`No page contains “${query.trim()}”.`)
      else {
        list.replaceChildren(...hits.map((hit, at) => renderHit(hit, words, at)))
        status.textContent = hits.length === 1 ? '1 result' : `${hits.length} results`
      }
    } catch {
      index = undefined
      showMessage('The search index could not be loaded. Try again later.')
    }
    list.hidden = false
    input.setAttribute('aria-expanded', 'true')
    select(0)
  }

  input.addEventListener('focus', () => void load().catch(() => undefined), { once: true })
  input.addEventListener('input', show)
  input.addEventListener('focus', show)
  input.addEventListener('keydown', (event) => {
    const count = list.querySelectorAll('a').length
    if (event.key === 'Escape') {
      if (list.hidden) input.blur()
      close()
    } else if (event.key === 'ArrowDown' && count > 0) select(selected + 1)
    else if (event.key === 'ArrowUp' && count > 0) select(selected <= 0 ? count - 1 : selected - 1)
    else return
    event.preventDefault()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelectorAll('a')[selected]?.click()
  })
  form.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && form.contains(event.relatedTarget))) close()
  })
  list.addEventListener('click', close)
  // The press would move the focus and close the list before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey))
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
    if (!isShortcut || isTyping) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function toWords(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/**
 * Returns the sections that contain every word, the best first.
 * @param {readonly Page[]} pages
 * @param {readonly string[]} words
 * @returns {Hit[]}
 */
function findHits(pages, words) {
  const phrase = words.join(' ')
  const hits = []
  for (const [address, title, sections] of pages) {
    // A decision explains a choice. Most readers want a guide.
    const weight = address.startsWith('/docs/decisions') || address === '/docs/asvs' ? 0.4 : 1
    for (const [at, [anchor, heading, text]] of sections.entries()) {
      const places = [heading.toLowerCase(), title.toLowerCase(), text.toLowerCase()]
      const [inHeading = '', inTitle = '', inText = ''] = places
      let score = 0
      for (const word of words) {
        const wordScore =
          10 * rate(inHeading, word) + 5 * rate(inTitle, word) + Math.min(2, 2 * rate(inText, word))
        if (wordScore === 0) {
          score = 0
          break
        }
        score += wordScore
      }
      if (score === 0) continue
      if (inHeading === phrase) score += 20
      else if (inHeading.includes(phrase)) score += 8
      if (inText.includes(phrase)) score += 2
      // The first section is the page itself.
      if (at === 0) score += 3
      hits.push({
        address: at === 0 ? address : `${address}#${anchor}`,
        title,
        heading,
        text,
        score: score * weight,
      })
    }
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, maxResults)
}

/**
 * 1 for a whole word, less for the beginning of a word or a part of one, 0 if the text does not contain it.
 * @param {string} text
 * @param {string} word
 */
function rate(text, word) {
  let best = 0
  for (let at = text.indexOf(word); at >= 0 && best < 1; at = text.indexOf(word, at + 1)) {
    const startsWord = at === 0 || !/[a-z0-9]/.test(text[at - 1] ?? '')
    const endsWord = !/[a-z0-9]/.test(text[at + word.length] ?? '')
    best = Math.max(best, startsWord ? (endsWord ? 1 : 0.6) : 0.2)
  }
  return best
}

/**
 * @param {Hit} hit
 * @param {readonly string[]} words
 * @param {number} at
 */
function renderHit({ address, title, heading, text }, words, at) {
  const link = document.createElement('a')
  link.href = address
  link.id = `result-${at}`
  link.tabIndex = -1
  link.setAttribute('role', 'option')
  const name = document.createElement('strong')
  name.textContent = heading === title ? title : `${title} › ${heading}`
  const snippet = document.createElement('small')
  const lower = text.toLowerCase()
  const positions = words.map((word) => lower.indexOf(word)).filter((position) => position >= 0)
  const found = positions.length === 0 ? 0 : Math.min(...positions)
  const from = found < 60 ? 0 : text.indexOf(' ', found - 50) + 1
  const part = text.slice(from, from + snippetLength)
  snippet.append(
    from > 0 ? '… ' : '',
    ...markWords(part, words),
    part.length < text.length - from ? ' …' : '',
  )
  link.append(name, snippet)
  return link
}

/**
 * @param {string} text
 * @param {readonly string[]} words
 * @returns {(string | HTMLElement)[]}
 */
function markWords(text, words) {
  const escaped = words.map((word) => word.replace(/[^a-z0-9]/g, '\\$&'))
  return text.split(new RegExp(`(${escaped.join('|')})`, 'i')).map((part, at) => {
    if (at % 2 === 0) return part
    const mark = document.createElement('mark')
    mark.textContent = part
    return mark
  })
}
