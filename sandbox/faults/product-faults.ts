/**
 * Faults of product sharing.
 *
 * @module
 */
import type { EditedAnswer, EditScene } from '../http/edits.js'
import { editBody, onSuccessOf, refusedWith } from './editing.js'
import type { Fault } from './fault.js'

const isProducts = ({ exchange }: EditScene) => exchange?.operationId === 'getSharingProductDetails'

const refusesProducts = (fits: (scene: EditScene) => boolean) => (answer: EditedAnswer, scene: EditScene) =>
  answer.status === 200 && isProducts(scene) && fits(scene)
    ? refusedWith(answer, 403, { ErrorCode: 'Resource.ConsentMismatch', Message: 'not for this token' })
    : answer

export const productFaults = {
  'products-need-consent': {
    title: 'shows products to the token of a consent alone',
    alter: refusesProducts(({ exchange }) => exchange?.caller?.consent === undefined),
  },
  'products-need-scope-accounts': {
    title: 'refuses products to a token with the scope payments',
    alter: refusesProducts(({ exchange }) => exchange?.caller?.scopes.includes('payments') === true),
  },
  'products-empty': {
    title: 'shows no product, no branch and no cash machine',
    alter: onSuccessOf(
      ['getSharingProductDetails'],
      editBody((body) => ({ ...(body as object), Data: {} })),
    ),
  },
  'products-single-object': {
    title: 'answers a family of products as an object, not an array',
    alter: onSuccessOf(
      ['getSharingProductDetails'],
      editBody((body) => ({ ...(body as object), Data: { CASA: { ProductDetails: {} } } })),
    ),
  },
} as const satisfies Record<string, Fault>
