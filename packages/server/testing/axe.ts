// Runs axe on a page or on a part of it.

import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Lists each violation with the first element that has it. */
export async function findAxeViolations(
  page: Page,
  selector = 'html',
  rules: readonly string[] = [],
): Promise<string[]> {
  // The script is large, so it is loaded once per document.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  const options = rules.length === 0 ? {} : { runOnly: rules }
  // The script runs in the browser and returns strings.
  return (await page.evaluate(
    `axe.run(${JSON.stringify(selector)}, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  )) as string[]
}
