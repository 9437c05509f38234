// Generates the documentation of the variables: a page to read, and an example file to copy.

import type { Variable } from '../variables/variable.ts'
import { listVariables } from './variables.ts'

/** Renders `docs/configuration.md`. */
export function renderConfigurationDoc(): string {
  const row = ({ name, typeName, defaultText, description }: Variable<unknown>) =>
    `| \`${name}\` | ${typeName} | ${defaultText === '' ? '–' : isLiteralDefault(defaultText) ? `\`${defaultText}\`` : defaultText} | ${description} |`
  const tables = sections().map(([title, variables]) =>
    [
      `## ${title}`,
      '',
      '| variable | holds | when not set | what it does |',
      '|---|---|---|---|',
      ...variables.map(row),
    ].join('\n'),
  )
  return `${[introduction, ...tables].join('\n\n')}\n`
}

/** Renders `.env.example`. A copy without edits changes nothing. */
export function renderEnvExample(): string {
  const entry = ({ name, defaultText, description }: Variable<unknown>) => {
    const defaultNote =
      defaultText === '' || isLiteralDefault(defaultText) ? '' : ` When not set: ${defaultText}.`
    return `${toComment(`${description}${defaultNote}`)}\n#${name}=${isLiteralDefault(defaultText) ? defaultText : ''}`
  }
  const sectionTexts = sections().map(([title, variables]) =>
    [`# ==== ${title} ====`, ...variables.map(entry)].join('\n\n'),
  )
  return `${[toComment(exampleIntroduction), ...sectionTexts].join('\n\n')}\n`
}

function sections(): [title: string, variables: readonly Variable<unknown>[]][] {
  return [...Map.groupBy(listVariables(), ({ section }) => section)]
}

/** Whether the documented default is a value, not a description. */
function isLiteralDefault(defaultText: string): boolean {
  return !/[` ]/.test(defaultText)
}

const lineWidth = 118

function toComment(text: string): string {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const extended = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && extended.length <= lineWidth) lines[lines.length - 1] = extended
    else lines.push(word)
  }
  return lines.map((line) => `# ${line}`).join('\n')
}

const exampleIntroduction = `Every setting of adrail with what holds when it is not set; made from the code by \`npm run generate\`.
Copy this file to \`.env\` in the folder in which you start the service, and take away the \`#\` of what you set. The service and
its admin command line read it there, and so does compose.yaml. What is set in the environment counts more. Keep it private:
chmod 600 .env`

const introduction = `# Configuration

adrail is configured by environment variables. With none of them set it runs whole on one machine, offline: an embedded
database in \`./data\` and an embedded sandbox in place of the three platforms.

They can stand in a file \`.env\` in the folder in which the service, or its admin command line, is started; \`.env.example\`
has all of them to copy. What is set in the environment counts more.

All variables are checked at the start; everything that is wrong is reported at once, and the service does not start.
A platform that is \`live\` never falls back to anything: with a credential missing the service refuses to start.`
