import { describe, expect, test } from 'vitest'
import { type PageParts, ShownPages } from './rendering.js'

interface Row {
  readonly id: number
}

const rows = [{ id: 1 }, { id: 2 }]

/** Counts what is made, so that what is kept shows. */
function shownBy() {
  const pages = new ShownPages<Row>('Row')
  const made = { rows: 0, ends: 0 }
  const show = (parts: Partial<PageParts<Row>> = {}) => {
    const all = {
      view: 'basic',
      rows,
      frame: '2 rows',
      meta: () => ({}),
      ...parts,
    }
    const body = pages.page({
      ...all,
      render: (index) => {
        made.rows += 1
        return Buffer.from(`,{"id":${all.rows[index]?.id},"view":"${all.view}"}`)
      },
      links: () => {
        made.ends += 1
        return { of: all.frame }
      },
    })
    return JSON.parse(body.toString())
  }
  return { made, show }
}

const body = (view: string, ids: readonly number[], frame: string) => ({
  Data: { Row: ids.map((id) => ({ id, view })) },
  Links: { of: frame },
  Meta: {},
})

describe('a page that was shown', () => {
  test('is not made again', () => {
    const { made, show } = shownBy()

    expect([show(), show()]).toEqual([body('basic', [1, 2], '2 rows'), body('basic', [1, 2], '2 rows')])
    expect(made).toEqual({ rows: 2, ends: 1 })
  })

  test('is made again for another view', () => {
    const { show } = shownBy()
    show()

    expect(show({ view: 'detail' })).toEqual(body('detail', [1, 2], '2 rows'))
    expect(show()).toEqual(body('basic', [1, 2], '2 rows'))
  })

  test.each([
    ['has another row', [rows[0], { id: 3 }], [1, 3]],
    ['has a row more', [...rows, { id: 3 }], [1, 2, 3]],
    ['has a row less', [rows[0]], [1]],
    ['begins with another row', [{ id: 0 }, rows[1]], [0, 2]],
    ['has no row', [], []],
  ])('is made again when it %s', (_, changed, ids) => {
    const { show } = shownBy()
    show()

    expect(show({ rows: changed as typeof rows })).toEqual(body('basic', ids, '2 rows'))
  })

  test('is joined again when its links or meta change, and its rows are not rendered again', () => {
    const { made, show } = shownBy()
    show()

    expect(show({ frame: '3 rows' })).toEqual(body('basic', [1, 2], '3 rows'))
    expect(made).toEqual({ rows: 2, ends: 2 })
  })
})

test('drops pages when there are too many', () => {
  const { made, show } = shownBy()
  const pages = Array.from({ length: 101 }, (_, id) => [{ id }])
  for (const page of pages) show({ rows: page })
  made.rows = 0
  for (const page of [pages[100], pages[0]]) show({ rows: page as typeof rows })

  expect(made.rows).toBe(1)
})
