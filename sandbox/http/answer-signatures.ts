/**
 * Signatures of the bank's answers, errors included, over the bytes as they are sent. FACTS 2 and 2.2; decision 0081.
 *
 * @module
 */
import { headers } from '#standard/index.js'
import type { Answer } from './answer.js'
import type { SignBody } from './detached-signature.js'
import type { EditedAnswer } from './edits.js'
import type { Exchange } from './exchange.js'
import type { SignatureSettings } from './payment-headers.js'
import { modeFor } from './signatures.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether the answers of an exchange are signed (rows SIG-REQ-050 and SIG-REQ-060). */
    signsAnswers(exchange: Exchange, mode: SignatureSettings['mode']): boolean
  }
}

export const answerSignatureRules = {
  signsAnswers: ({ operation }: Exchange, mode: SignatureSettings['mode']) =>
    mode !== 'off' && operation.signed?.includes('response') === true,
}

/** Signs an answer with the bank's key; `at` is the present on the clock of the bank. */
export type SignAnswer = <Sent extends Answer | EditedAnswer>(answer: Sent, at: number) => Promise<Sent>

/** @param now real time, in milliseconds: a signature is never of the future, neither to the bank nor to a TPP */
export function createSignAnswer(sign: SignBody, now: () => number): SignAnswer {
  return async (answer, at) => {
    if (answer.body === undefined) return answer
    const [mediaType = ''] = String(answer.headers['content-type'] ?? '').split(';')
    const signature = await sign(answer.body, Math.min(at, now()), mediaType || undefined)
    return { ...answer, headers: { ...answer.headers, [headers.jwsSignature]: signature } }
  }
}

/** What signs the answers of an exchange; `undefined` where they are not signed. */
export function signerOf(exchange: Exchange, settings: SignatureSettings, sign: SignAnswer): SignAnswer | undefined {
  return exchange.tenant.rules.signsAnswers(exchange, modeFor(exchange, settings)) ? sign : undefined
}
