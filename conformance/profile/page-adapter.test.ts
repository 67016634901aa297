import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ConfigurationError } from './mistakes.js'
import { type PageAdapter, readPageAdapter } from './page-adapter.js'

const example = () => parse(readFileSync('examples/bank-pages.yaml', 'utf8')) as Record<string, never>

test('reads the example', () => {
  expect(readPageAdapter('pages', example())).toMatchObject({ name: 'Example Bank', cancelAt: 'login' })
})

/** Paths of the mistakes of a document. */
function wrong(change: (pages: PageAdapter & Record<string, unknown>) => unknown): string[] {
  const pages = example() as unknown as PageAdapter & Record<string, unknown>
  try {
    readPageAdapter('pages', change(pages))
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.mistakes.map(({ path }) => path)
  }
}

test.each<[string, (pages: PageAdapter & Record<string, unknown>) => unknown, string[]]>([
  ['no steps', (pages) => ({ ...pages, steps: [] }), ['steps']],
  ['a member that there is not', (pages) => ({ ...pages, colour: 'red' }), ['colour']],
  [
    'several at once',
    ({ name: _, ...pages }) => ({ ...pages, locale: 1, problem: { role: 'banner' } }),
    ['name', 'locale', 'problem.role'],
  ],
  ['an element without role and selector', (pages) => ({ ...pages, problem: { name: 'Sorry' } }), ['problem']],
  [
    'a field without label and selector',
    (pages) => withStep(pages, { fields: [{ value: 'otp' }] }),
    ['steps[0].fields[0]'],
  ],
  ['a name that comes twice', (pages) => withStep(pages, { name: 'code' }), ['steps', 'cancelAt']],
  ['nowhere to cancel', (pages) => ({ ...pages, cancelAt: 'code' }), ['cancelAt']],
  ['nowhere to reject', (pages) => ({ ...pages, steps: pages.steps.map(({ reject: _, ...step }) => step) }), ['steps']],
])('refuses %s', (_, change, paths) => {
  expect(wrong(change).sort()).toEqual([...paths].sort())
})

function withStep(
  { steps, ...pages }: PageAdapter & Record<string, unknown>,
  change: Record<string, unknown>,
): unknown {
  return { ...pages, steps: [{ ...steps[0], ...change }, ...steps.slice(1)] }
}
