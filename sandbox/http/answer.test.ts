import { expect, test } from 'vitest'
import { atEndOfTurn } from './answer.js'

test('what was put off in one turn is done in order after it, and what is put off meanwhile in the next', async () => {
  const done: string[] = []
  atEndOfTurn(() => {
    done.push('first')
    atEndOfTurn(() => done.push('later'))
  })
  atEndOfTurn(() => done.push('second'))
  await Promise.resolve()
  done.push('end of the turn')

  await new Promise((resolve) => setImmediate(resolve))
  const inOneTurn = [...done]
  await new Promise((resolve) => setImmediate(resolve))

  expect(inOneTurn).toEqual(['end of the turn', 'first', 'second'])
  expect(done).toEqual([...inOneTurn, 'later'])
})
