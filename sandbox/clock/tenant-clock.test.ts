import { beforeEach, expect, test } from 'vitest'
import { TenantClock } from './tenant-clock.js'

let wall: number
const system = { now: () => wall }
beforeEach(() => {
  wall = 1_000_000
})

test('runs beside the system clock', () => {
  const clock = new TenantClock(system)
  wall += 500

  expect(clock.now()).toBe(1_000_500)
  expect(clock.isFrozen).toBe(false)
})

test('runs on from where it was set', () => {
  const clock = new TenantClock(system)
  clock.set(50)
  wall += 7

  expect(clock.now()).toBe(57)
})

test('moves on and back', () => {
  const clock = new TenantClock(system)
  clock.advance(86_400_000)
  clock.advance(-1000)

  expect(clock.now()).toBe(1_000_000 + 86_400_000 - 1000)
})

test('does not run while it is frozen, wherever it is moved', () => {
  const clock = new TenantClock(system)
  clock.freeze()
  wall += 5
  const [first] = [clock.now()]
  clock.advance(10)
  wall += 5
  const second = clock.now()
  clock.set(3)
  wall += 5

  expect([first, second, clock.now(), clock.isFrozen]).toEqual([1_000_000, 1_000_010, 3, true])
})

test('runs from the frozen instant when it is resumed', () => {
  const clock = new TenantClock(system)
  clock.freeze()
  wall += 5000
  clock.resume()
  wall += 3

  expect(clock.now()).toBe(1_000_003)
  expect(clock.isFrozen).toBe(false)
})

test.each(['running', 'frozen'] as const)('is still %s after a restart', (how) => {
  const before = new TenantClock(system)
  before.set(77)
  if (how === 'frozen') before.freeze()

  const after = new TenantClock(system, JSON.parse(JSON.stringify(before.state)))
  wall += 3

  expect(after.now()).toBe(how === 'frozen' ? 77 : 80)
})

test('continues in the state another process left', () => {
  const clock = new TenantClock(system)
  clock.restore({ frozenAt: 9 })

  expect([clock.now(), clock.isFrozen]).toEqual([9, true])
})
