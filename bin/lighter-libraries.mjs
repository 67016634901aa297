/**
 * What libraries do as they are loaded or for every answer, and the bank has no use for, done when it is needed: each costs a start
 * 20 to 40 ms of the processor and 7 to 10 MB (docs/decisions/0128). Of the commands alone; a build fails where a library has changed.
 */
import { readFile } from 'node:fs/promises'

const replacements = [
  {
    // a global that Node loads with the whole of fetch
    file: /koa\/lib\/response\.js$/,
    what: [
      ['if (val instanceof Response)', "if (val?.[Symbol.toStringTag] === 'Response' && val instanceof Response)"],
    ],
  },
  {
    file: /koa\/lib\/application\.js$/,
    what: [
      ['if (body instanceof Response)', "if (body?.[Symbol.toStringTag] === 'Response' && body instanceof Response)"],
    ],
  },
  {
    // the first object of Intl loads the data of ICU
    file: /oidc-provider\/lib\/helpers\/formatters\.js$/,
    what: [
      ["const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });", ''],
      ["const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });", ''],
      ['conjunction.format(', "new Intl.ListFormat('en', { type: 'conjunction' }).format("],
      ['disjunction.format(', "new Intl.ListFormat('en', { type: 'disjunction' }).format("],
    ],
  },
]

/** A plugin of esbuild. */
export const lighterLibraries = {
  name: 'lighter-libraries',
  setup({ onLoad }) {
    for (const { file, what } of replacements) onLoad({ filter: file }, ({ path }) => lighten(path, what))
  },
}

async function lighten(path, what) {
  let contents = await readFile(path, 'utf8')
  for (const [from, to] of what) {
    const parts = contents.split(from)
    if (parts.length !== 2) throw new Error(`${path} has changed: ${from} is there ${parts.length - 1} times`)
    contents = parts.join(to)
  }
  return { contents, loader: 'js' }
}
