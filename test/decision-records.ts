import type { RepositoryText } from './repository-texts.js'

export interface DecisionRecord {
  /** Four digits. For ever: never renumbered, never used again. */
  readonly number: string
  readonly file: string
  /** What was decided, as one sentence. */
  readonly title: string
  readonly status: string
  readonly basis: string
  /** Headings of the second level, in their order. */
  readonly sections: readonly string[]
}

const folder = 'docs/decisions/'

/** The records among the texts of the repository; the template, 0000, is one of them. */
export function decisionRecords(texts: readonly RepositoryText[]): readonly DecisionRecord[] {
  return texts
    .filter(({ path }) => path.startsWith(folder) && /^\d{4}-/.test(path.slice(folder.length)))
    .map(({ path, text }) => readRecord(path.slice(folder.length), text))
    .sort((one, other) => one.number.localeCompare(other.number))
}

function readRecord(file: string, text: string): DecisionRecord {
  const [, title = ''] = /^# \d{4}: (.+)\n/.exec(text) ?? []
  const [, status = '', basis = ''] = /\n\nStatus: (.+?)\. Basis: (.+)\.\n\n## /.exec(text) ?? []
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, section]) => section as string)
  return { number: file.slice(0, 4), file, title, status, basis, sections }
}

/** `docs/decisions/README.md`. */
export function decisionsPage(records: readonly DecisionRecord[]): string {
  const rows = records
    .filter(({ number }) => number !== '0000')
    .map(({ number, file, title, status, basis }) => `| [${number}](${file}) | ${title} | ${basis} | ${status} |`)
  return `# Decisions

What was decided where the standard is silent, how the two programs are built, and which packages they use. A record says what is true
today; one that no longer holds is changed, or says which one replaced it. Numbers are for ever and have gaps. A new record begins as a
copy of [0000-template.md](0000-template.md), and \`npm run docs:write\` adds it to this page.

| Record | Decision | Basis | Status |
|---|---|---|---|
${rows.join('\n')}
`
}
