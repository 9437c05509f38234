// Checks the accessibility of a page and describes each problem.

import type { Page } from 'playwright-core'

/** Roles of controls and landmarks, which need a name. */
const namedRoles = ['button', 'link', 'radio', 'checkbox', 'searchbox', 'radiogroup', 'navigation', 'image']

export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  return [...(await findNamelessElements(page)), ...(await findIllegibleElements(page))]
}

/** Finds elements that have no name for a screen reader, in the browser's accessibility tree. */
async function findNamelessElements(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const usable = nodes.filter(({ role, ignored }) => !ignored && namedRoles.includes(String(role?.value)))
  const namelessNodes = usable.filter(({ name }) => String(name?.value ?? '').trim() === '')
  if (usable.length === 0) return ['nothing to use']
  return namelessNodes.map(({ role }) => `a ${role?.value} without a name`)
}

/** Finds low contrast (WCAG AA), horizontal overflow, a missing main heading and a missing language. */
async function findIllegibleElements(page: Page): Promise<string[]> {
  // The script runs in the browser, so TypeScript does not know its result.
  return (await page.evaluate(`(() => {
    const faults = []
    const { documentElement: root } = document
    if (root.scrollWidth > root.clientWidth) faults.push('wider than the window: ' + root.scrollWidth)
    if (root.lang === '') faults.push('no language')
    if (document.querySelectorAll('h1').length !== 1) faults.push('not one main heading')
    const numbers = (color) => color.match(/[0-9.]+/g).map(Number)
    const isClear = (color) => numbers(color)[3] === 0
    const light = (color) => {
      const [r, g, b] = numbers(color).map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrast = (one, other) => {
      const [a, b] = [light(one), light(other)]
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    }
    const ground = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const color = getComputedStyle(at).backgroundColor
        if (!isClear(color)) return color
      }
      return 'rgb(255, 255, 255)'
    }
    const demand = (least, one, other, what) => {
      const found = contrast(one, other)
      if (found < least) faults.push(found.toFixed(2) + ' of ' + least + ': ' + what)
    }
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
      if (own) demand(4.5, getComputedStyle(element).color, ground(element), element.textContent.slice(0, 40))
    }
    for (const button of document.querySelectorAll('button, .button')) {
      const { borderTopColor, backgroundColor } = getComputedStyle(button)
      const seen = isClear(borderTopColor) ? backgroundColor : borderTopColor
      demand(3, seen, ground(button.parentElement), 'edge of ' + button.textContent)
    }
    for (const option of document.querySelectorAll('.option:has(input:checked)'))
      demand(3, getComputedStyle(option).borderTopColor, ground(option), 'edge of what is chosen')
    return faults
  })()`)) as string[]
}
