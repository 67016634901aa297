/**
 * Ways of changing an answer that faults share.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import { failure } from '../http/answer.js'
import type { ApiError } from '../http/api-error.js'
import type { FaultedAnswer, FaultScene } from './fault.js'

type Alter = (answer: FaultedAnswer, scene: FaultScene) => FaultedAnswer

/** Changes the parsed JSON body; leaves answers without one alone. */
export function editBody(edit: (body: Record<string, never>, scene: FaultScene) => unknown): Alter {
  return (answer, scene) => {
    if (answer.body === undefined || !answer.body.startsWith('{')) return answer
    const body = JSON.parse(answer.body) as Record<string, never>
    return { ...answer, body: JSON.stringify(edit(body, scene) ?? body) }
  }
}

/** Takes hold on successes of these operations only. */
export function onSuccessOf(operations: readonly OperationId[], alter: Alter): Alter {
  return (answer, scene) => {
    const id = scene.exchange?.operationId
    return answer.status < 300 && id !== undefined && operations.includes(id) ? alter(answer, scene) : answer
  }
}

/** Takes hold on answers with one of these statuses. */
export function onStatus(statuses: readonly number[], alter: Alter): Alter {
  return (answer, scene) => (statuses.includes(answer.status) ? alter(answer, scene) : answer)
}

/** The answer without a header. */
export function withoutHeader(answer: FaultedAnswer, name: string): FaultedAnswer {
  const { [name]: _, ...headers } = answer.headers
  return { ...answer, headers }
}

/** The answer with a header, or with several of one name. */
export function withHeader(answer: FaultedAnswer, name: string, value: string | readonly string[]): FaultedAnswer {
  return { ...answer, headers: { ...answer.headers, [name]: value } }
}

/** A refusal in the place of the answer. */
export function refusedWith(answer: FaultedAnswer, refusal: ApiError): FaultedAnswer {
  const { status, headers, body } = failure(refusal)
  return { ...answer, status, headers: { ...answer.headers, ...headers }, ...(body !== undefined && { body }) }
}

/** An HTML page in place of the body. */
export const asHtml: Alter = (answer) => ({
  ...withHeader(answer, 'content-type', 'text/html'),
  body: '<html><body><h1>Something went wrong</h1></body></html>',
})
