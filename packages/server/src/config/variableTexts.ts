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
      '| variable | value | default | description |',
      '|---|---|---|---|',
      ...variables.map(row),
    ].join('\n'),
  )
  return `${[introduction, ...tables].join('\n\n')}\n`
}

/** Renders `.env.example`. A copy without edits changes nothing. */
export function renderEnvExample(): string {
  const entry = ({ name, defaultText, description }: Variable<unknown>) => {
    const defaultNote = defaultText === '' || isLiteralDefault(defaultText) ? '' : ` Default: ${defaultText}.`
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

const exampleIntroduction = `Every setting of adrail with its default. \`npm run generate\` writes this file from the code.
Copy this file to \`.env\` in the folder in which you start the service, and remove the \`#\` of each setting that you change.
The service, its admin command line and compose.yaml read \`.env\`. The environment overrides \`.env\`. Make the file private
with: chmod 600 .env`

const introduction = `# Configuration

You configure adrail with environment variables. Without any of them, adrail runs offline on one machine, with an embedded
database in \`./data\` and an embedded sandbox in place of the three platforms.

You can also set the variables in a file \`.env\` in the folder in which you start the service or its admin command line. Copy
them from \`.env.example\`. The environment overrides the file.

adrail checks all variables at startup. If a variable is invalid, adrail reports all problems and does not start. If a
platform is \`live\` and one of its credentials is missing, adrail does not start either.`
