import { expect, test } from 'vitest'
import { openTenants } from './registry.js'
import { mainTenantId, type Tenant } from './tenant.js'

test('opens a tenant once, and one that could not be opened again for whoever asks next', async () => {
  const asked: string[] = []
  const open = async (id: string) => {
    asked.push(id)
    if (id === 'second' && asked.length === 2) throw new Error('the store did not answer')
    return { id } as Tenant
  }
  const tenants = await openTenants(open)

  await expect(tenants.get('second')).rejects.toThrow('the store did not answer')
  await tenants.get('second')
  await tenants.get('second')

  expect(asked).toEqual([mainTenantId, 'second', 'second'])
})

test('a request loads the main tenant as it arrives, and another one when that is asked for', async () => {
  const loaded: string[] = []
  const open = async (id: string) => ({ id, refresh: async () => void loaded.push(id) }) as Tenant
  const tenants = await openTenants(open)
  for (const id of ['second', 'third']) await tenants.get(id)

  await tenants.refresh()
  await Promise.all([tenants.get('second'), tenants.get('second'), tenants.get(mainTenantId)])
  await tenants.get('second')
  const first = loaded.splice(0)
  await tenants.refresh()
  await tenants.get('third')

  expect(first).toEqual([mainTenantId, 'second'])
  expect(loaded).toEqual([mainTenantId, 'third'])
})
