/**
 * Ways to change an answer, shared by faults.
 *
 * @module
 */
import type { ErrorDetail, OperationId } from '#standard/index.js'
import { errorAnswer } from '../http/answer.js'
import type { EditedAnswer, EditScene } from '../http/edits.js'

type Alter = (answer: EditedAnswer, scene: EditScene) => EditedAnswer

/** Changes the parsed JSON body; answers without one stay unchanged. */
export function editBody(edit: (body: Record<string, never>, scene: EditScene) => unknown): Alter {
  return (answer, scene) => {
    if (answer.body === undefined || !answer.body.startsWith('{')) return answer
    const body = JSON.parse(answer.body) as Record<string, never>
    return { ...answer, body: JSON.stringify(edit(body, scene) ?? body) }
  }
}

/** Applies only to successes of these operations. */
export function onSuccessOf(operations: readonly OperationId[], alter: Alter): Alter {
  return (answer, scene) => {
    const id = scene.exchange?.operationId
    return answer.status < 300 && id !== undefined && operations.includes(id) ? alter(answer, scene) : answer
  }
}

/** Changes members of `Data` in successes of these operations. */
export const editData = (
  operations: readonly OperationId[],
  change: (data: Record<string, unknown>, scene: EditScene) => Record<string, unknown>,
): Alter =>
  onSuccessOf(
    operations,
    editBody((body, scene) => {
      const data = (body as { Data?: Record<string, unknown> }).Data ?? {}
      return { ...(body as object), Data: { ...data, ...change(data, scene) } }
    }),
  )

/** Applies only to answers with one of these statuses. */
export function onStatus(statuses: readonly number[], alter: Alter): Alter {
  return (answer, scene) => (statuses.includes(answer.status) ? alter(answer, scene) : answer)
}

/** The answer without a header. */
export function withoutHeader(answer: EditedAnswer, name: string): EditedAnswer {
  const { [name]: _, ...headers } = answer.headers
  return { ...answer, headers }
}

/** The answer with a header, of one value or several. */
export function withHeader(answer: EditedAnswer, name: string, value: string | readonly string[]): EditedAnswer {
  return { ...answer, headers: { ...answer.headers, [name]: value } }
}

/** A refusal instead of the answer. */
export function refusedWith(answer: EditedAnswer, status: 400 | 403, detail: ErrorDetail): EditedAnswer {
  const { headers, body } = errorAnswer(status, [detail])
  return { ...answer, status, headers: { ...answer.headers, ...headers }, ...(body !== undefined && { body }) }
}

/** An HTML page in place of the body. */
export const asHtml: Alter = (answer) => ({
  ...withHeader(answer, 'content-type', 'text/html'),
  body: '<html><body><h1>Something went wrong</h1></body></html>',
})

/** The answer with the media type of JSON. */
export function withJson(answer: EditedAnswer): EditedAnswer {
  return withHeader(answer, 'content-type', 'application/json; charset=utf-8')
}

/** The body of an error answer with one error. */
export function errorBody(code: string, path?: string, label = '400 BadRequest'): string {
  return JSON.stringify({
    Code: label,
    Id: crypto.randomUUID(),
    Message: 'The request was not accepted',
    Errors: [{ ErrorCode: code, Message: 'not accepted', ...(path && { Path: path }) }],
  })
}
