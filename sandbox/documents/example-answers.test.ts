import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findProblems, forVersion, type OperationId, operation, operationIds, versions } from '#standard/index.js'
import { recordAnswers } from '../testing/recorded-answers.js'
import { exampleAnswers } from './example-answers.js'

test.each(versions)(
  'the examples of %s are what the bank answers (npm run docs:write records them)',
  async (version) => {
    const recorded = `${JSON.stringify(await recordAnswers(version), undefined, 1)}\n`

    await expect(recorded).toMatchFileSnapshot(resolve(import.meta.dirname, 'examples', `${version}.json`))
  },
  60_000,
)

test.each(versions)(
  'the examples of %s fit the schemas, and there is one for each answer with a body',
  async (version) => {
    const answers = await exampleAnswers(version, 'https://bank.example')

    const wanted = operationIds.filter((id) => operation(id).versions.includes(version) && operation(id).response)
    const problems = Object.entries(answers).flatMap(([id, body]): unknown[] => {
      const { response } = operation(id as OperationId)
      return response ? findProblems(forVersion(response, version), body) : [id]
    })
    expect(Object.keys(answers).sort()).toEqual([...wanted].sort())
    expect(problems).toEqual([])
    expect(JSON.stringify(answers)).not.toContain('127.0.0.1')
  },
)
