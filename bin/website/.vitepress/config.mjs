import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vitepress'

const docs = resolve(import.meta.dirname, '../pages/docs')

const titleOf = (file) => /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.replaceAll('`', '') ?? file

/** The pages of a folder, by title. */
const pagesIn = (folder, except = []) =>
  readdirSync(join(docs, folder))
    .filter((name) => name.endsWith('.md') && !['README.md', ...except].includes(name))
    .map((name) => ({
      text: titleOf(join(docs, folder, name)),
      link: `/docs/${folder && `${folder}/`}${name.replace(/\.md$/, '')}`,
    }))

const takingPart = [
  { text: 'Contributing', link: '/CONTRIBUTING' },
  { text: 'Security', link: '/SECURITY' },
]

export default defineConfig({
  title: 'open-banking-testbed',
  description: 'A whole open banking sandbox bank, and a judge for banks',
  srcDir: 'pages',
  outDir: '../../site',
  cleanUrls: true,
  rewrites: { 'README.md': 'index.md', 'docs/decisions/README.md': 'docs/decisions/index.md' },
  // files and folders of the repository that are no pages, and addresses of a bank that runs on this machine
  ignoreDeadLinks: [
    /^\.\/facts\/index$/,
    /test\/samples/,
    /\.(yaml|yml|ts|mjs)$/,
    /examples\/tpp/,
    /^https?:\/\/127\.0\.0\.1/,
  ],
  markdown: {
    html: false,
    config: (markdown) => {
      const { fence } = markdown.renderer.rules
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info, content } = tokens[index]
        if (info.trim() !== 'mermaid') return fence(tokens, index, ...rest)
        return `<pre class="mermaid" v-pre>${markdown.utils.escapeHtml(content)}</pre>`
      }
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/' },
      { text: 'Recipes', link: '/docs/recipes' },
      { text: 'Operations', link: '/docs/operations' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    sidebar: [
      { text: 'Start', link: '/' },
      { text: 'Documentation', items: pagesIn('') },
      { text: 'Facts', collapsed: true, items: pagesIn('facts') },
      { text: 'Decisions', collapsed: true, items: pagesIn('decisions', ['0000-template.md']) },
      { text: 'Taking part', items: takingPart },
    ],
  },
})
