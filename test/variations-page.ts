/**
 * The text of docs/variations.md.
 *
 * @module
 */
import { variationIds, variations } from '#sandbox/index.js'

export function variationsPage(): string {
  const rows = variationIds.map((id) => `| \`${id}\` | ${variations[id]?.title} | ${variations[id]?.allowedBy} |`)
  return `# Variations

What another bank that is right may do differently. The sandbox can be switched to each, alone or with others: a TPP sees whether its
client relies on more than the standard promises, and the judge is held to failing none of them (\`npm run test:variations\`).

\`\`\`sh
curl -X PUT http://127.0.0.1:8080/_sandbox/variations -H 'content-type: application/json' -d '["accounts-reversed","body-gzipped"]'
\`\`\`

Generated from \`sandbox/variations/\` by \`npm run docs:write\`.

| Variation | The bank | Whose choice it is |
|---|---|---|
${rows.join('\n')}
`
}
