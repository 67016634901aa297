/**
 * Cleans up at the bank: consents that a PSU approved during the run are withdrawn when it ends.
 *
 * @module
 */
import { withdrawal, withdrawConsent } from '../tpp/consents.js'
import { CouldNotRun, RunEnded } from '../tpp/could-not-run.js'
import type { Session } from '../tpp/session.js'
import { inParallel } from './in-parallel.js'

/** Withdraws every open consent whose version the bank lets a TPP withdraw. A refusal is recorded in the transcript and has no other effect. */
export async function withdrawOpenConsents(session: Session): Promise<void> {
  const open = [...session.openConsents].flatMap((consentId) => session.consents.get(consentId) ?? [])
  const claimed = open.filter(({ version }) => session.profile.operations.includes(withdrawal[version].operation))
  await inParallel(claimed, 4, async (consent) => {
    try {
      await withdrawConsent(session, consent, { given: 'withdrawal' })
    } catch (error) {
      if (!(error instanceof CouldNotRun || error instanceof RunEnded)) throw error
    }
  })
}
