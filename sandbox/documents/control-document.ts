/**
 * The OpenAPI document of the control API, made from its table. It is no part of the standard.
 *
 * @module
 */
import { ErrorResponse } from '#standard/index.js'
import {
  type ControlOperationId,
  controlGroups,
  controlOperation,
  controlOperationIds,
  controlPath,
} from '../control/operations.js'
import { answerHeaders } from './headers.js'
import { license, type OpenApiDocument } from './openapi.js'
import { publishedNames, Schemas } from './schemas.js'

/** @param isOpen whether no token is asked for */
export async function controlDocument(publicUrl: string, isOpen: boolean): Promise<OpenApiDocument> {
  const schemas = new Schemas(await publishedNames('1.0.0'))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const id of controlOperationIds) {
    const { method, path } = controlOperation(id)
    const methods = paths[path] ?? {}
    paths[path] = methods
    methods[method.toLowerCase()] = describe(id, schemas)
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Control API of the sandbox',
      version: '1',
      description:
        'Levers of the bank for tests: no part of the standard. Refusals have the shape that the standard gives errors.',
      license,
    },
    servers: [{ url: publicUrl + controlPath, description: 'This bank' }],
    tags: Object.entries(controlGroups).map(([name, description]) => ({ name, description })),
    security: isOpen ? [] : [{ controlToken: [] }],
    paths,
    components: {
      schemas: schemas.components,
      headers: { InteractionId: answerHeaders.InteractionId, Challenge: answerHeaders.Challenge },
      ...(!isOpen && {
        securitySchemes: {
          controlToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'Printed when the bank starts, or `OB_CONTROL_TOKEN`.',
          },
        },
      }),
    },
  }
}

function describe(id: ControlOperationId, schemas: Schemas) {
  const { group, summary, description, path, body, example, response } = controlOperation(id)
  const name = id[0]?.toUpperCase() + id.slice(1)
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    in: 'path',
    name: parameter,
    required: true,
    schema: { type: 'string' },
  }))
  const headers = { 'x-fapi-interaction-id': { $ref: '#/components/headers/InteractionId' } }
  const refused = {
    description: 'What was sent is not as it has to be: each problem with its place. Nothing has changed.',
    headers,
    content: { 'application/json': { schema: schemas.named(ErrorResponse, 'ErrorResponse') } },
  }
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [group],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemas.named(body, `${name}Request`),
            ...(example !== undefined && { example }),
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        headers,
        ...(response && { content: { 'application/json': { schema: schemas.named(response, `${name}Response`) } } }),
      },
      ...(body && { 400: refused }),
      401: {
        description:
          'The control token is missing or wrong, or the bank was called by a name that is no loopback address. No body.',
        headers: { ...headers, 'www-authenticate': { $ref: '#/components/headers/Challenge' } },
      },
      ...(body && { 413: { description: 'The body is larger than 200 KB. No body.', headers } }),
      ...(body && { 415: { description: 'The body is no JSON. No body.', headers } }),
    },
  }
}
