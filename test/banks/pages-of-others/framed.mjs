// The pages in a frame, gone through by a program: what a file says as well, for an example of one that no file can.
export const locale = 'en'

/** @param {import('../../../conformance/journeys/page-module.js').Visit} visit */
export const journey = async ({ page, authorizationUrl, psu, decision, accounts }) => {
  await page.goto(authorizationUrl, { waitUntil: 'commit' })
  const frame = page.frameLocator('#secure')
  await frame.getByLabel('Login').fill(psu.username)
  await frame.getByLabel('PIN').fill(psu.password)
  await frame.getByLabel('Code in the app').fill(psu.otp)
  await frame.getByRole('button', { name: decision === 'cancel' ? 'Cancel' : 'Continue' }).click({ noWaitAfter: true })
  if (decision === 'cancel') return
  const share = frame.getByRole('button', { name: 'Share' })
  await Promise.race([share.waitFor(), page.waitForURL(/[?&](code|error)=/)])
  if (!(await share.isVisible())) return
  const boxes = await frame.getByRole('checkbox').all()
  for (const box of accounts === 'all' ? boxes : boxes.slice(0, 1)) await box.check()
  await frame.getByRole('button', { name: decision === 'reject' ? 'Decline' : 'Share' }).click({ noWaitAfter: true })
}
