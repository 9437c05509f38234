// What axe finds in a page, or in a part of it.

import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Each flaw with the first place that has it. */
export async function findAxeViolations(
  page: Page,
  selector = 'html',
  rules: readonly string[] = [],
): Promise<string[]> {
  // Once for all views of a document: it is large.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  const options = rules.length === 0 ? {} : { runOnly: rules }
  // The script has no types of ours; what comes back is text.
  return (await page.evaluate(
    `axe.run(${JSON.stringify(selector)}, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  )) as string[]
}
