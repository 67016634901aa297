/**
 * Formats JSON over several lines, every literal as it was sent: `1.10` stays `1.10`, a repeated name stays repeated.
 *
 * @module
 */

export interface JsonLine {
  readonly text: string
  /** RFC 6901 pointer of the value that begins, or ends, on the line. */
  readonly pointer: string
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Deeper levels are not indented further, so that a body of brackets alone stays small. */
const deepestIndent = 30

interface Level {
  readonly pointer: string
  readonly close: '}' | ']'
  /** Index of the current item, or name of the current member. */
  key: number | string
}

/** The lines of a JSON text; undefined when it is none. */
export function jsonLines(json: string): JsonLine[] | undefined {
  if (!isJson(json)) return undefined
  const lines: JsonLine[] = []
  const levels: Level[] = []
  let text = ''
  let pointer = ''
  let awaitsName = false

  const endLine = () => {
    if (text.trim()) lines.push({ text, pointer })
    text = '  '.repeat(Math.min(levels.length, deepestIndent))
  }
  const enter = () => {
    const level = levels.at(-1)
    if (level) pointer = `${level.pointer}/${String(level.key).replaceAll('~', '~0').replaceAll('/', '~1')}`
  }

  const all = json.match(tokens) ?? []
  for (const [index, token] of all.entries()) {
    const level = levels.at(-1)
    if (token === '{' || token === '[') {
      enter()
      text += token
      const close = token === '{' ? '}' : ']'
      const empty = all[index + 1] === close
      levels.push({ pointer, close, key: 0 })
      if (!empty) endLine()
      awaitsName = token === '{'
    } else if (level && token === level.close) {
      levels.pop()
      const empty = all[index - 1] === '{' || all[index - 1] === '['
      if (!empty) endLine()
      pointer = level.pointer
      text += token
      awaitsName = false
    } else if (level && token === ',') {
      text += token
      endLine()
      if (typeof level.key === 'number') level.key += 1
      awaitsName = level.close === '}'
    } else if (token === ':') {
      text += ': '
    } else if (level && awaitsName) {
      level.key = JSON.parse(token) as string
      text += token
      awaitsName = false
    } else {
      enter()
      text += token
    }
  }
  endLine()
  return lines
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
