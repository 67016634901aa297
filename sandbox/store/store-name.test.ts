import { expect, test } from 'vitest'
import { storeLabel, storeMistakes } from './store-name.js'

test.each([
  'memory',
  'lowdb:./bank',
  'lowdb:/srv/bank@1',
  'postgres://bank:secret@db.example:5432/bank',
  'postgresql://bank@db.example/bank?sslmode=verify-full',
  'postgres://bank:p%40ss%2Fword@db.example/bank',
  'postgres:///bank?host=/var/run/postgresql',
])('accepts %s', (name) => {
  expect(storeMistakes(name)).toEqual([])
})

test.each(['', 'lowdb', 'lowdb:', 'redis', 'Memory', 'postgres', 'postgres:bank', 'mysql://bank@db.example/bank'])(
  'refuses %j and says what is expected',
  (name) => {
    expect(storeMistakes(name)).toEqual([expect.stringContaining('expected memory, lowdb:DIR or postgres://USER')])
  },
)

test.each([
  'postgres://bank:5ecret/word@db.example/bank',
  'postgres://bank:5ecret#word@db.example/bank',
  'postgres://bank:5ecret%zz@db.example/bank',
  'postgres://bank:5ecret@db.example',
  'postgress://bank:5ecret@db.example/bank',
  'postgres://bank@db.example:99999/bank?password=5ecret',
])('refuses %s without showing the password', (name) => {
  const mistakes = storeMistakes(name)

  expect(mistakes).toHaveLength(1)
  expect(mistakes[0]).not.toContain('5ecret')
  expect(mistakes[0]).toContain('db.example')
})

test.each([
  ['memory', 'memory'],
  ['lowdb:/srv/bank@1', 'lowdb:/srv/bank@1'],
  ['postgres://bank:5ecret@db.example:5432/bank?password=5ecret', 'postgres://db.example:5432/bank'],
  ['postgres://bank:5e/c#r?e@t@db.example/bank', 'postgres://db.example/bank'],
])('shows %s as %s', (name, label) => {
  expect(storeLabel(name)).toBe(label)
})
