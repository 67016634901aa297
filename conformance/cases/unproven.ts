/**
 * Rows of the ledger about consents, account information, products, headers, tokens, errors and versions that no case and no wire check proves
 * yet, and why. A row that is proven may not stand here.
 *
 * @module
 */
import type { RequirementId } from '#standard/index.js'

const movableClock = 'seen only after time has passed; the suite has no way yet to move a clock of the bank'
const permission = 'a permission: a bank keeps to it whatever it does'
const requestObject = 'the suite starts its journeys with plain parameters; it signs no request object yet'
const idToken = 'stands in the ID token, which is a secret and is taken out before it could be judged'
const page = 'stands on the pages of the bank; the transcript has the way through them and not what they say'
const linksForm = 'a form seen in a sample; null, a string and the Links object are all accepted'

export const unproven: Readonly<Partial<Record<RequirementId, string>>> = {
  'AAC-REQ-150': movableClock,
  'AAC-REQ-490': movableClock,
  'AAC-REQ-500': movableClock,
  'AAC-REQ-640': movableClock,
  'AAC-REQ-540': permission,
  'AAC-REQ-620': 'happens at the bank, where the suite has no lever',
  'ACC-REQ-100': linksForm,
  'ACC-REQ-110': linksForm,
  'ACC-REQ-180': permission,
  'ACC-REQ-320': permission,
  'ACC-REQ-500': permission,
  'ACC-REQ-520': permission,
  'ACC-REQ-540': 'needs a PSU with a Disabled account, whom a profile does not name',
  'AUT-REQ-110': page,
  'AUT-REQ-140': page,
  'AUT-REQ-370':
    'the suite authenticates with client_secret_basic; private_key_jwt and tls_client_auth need keys of the TPP',
  'AUT-REQ-380': 'the suite authenticates with client_secret_basic and makes no client assertion yet',
  'AUT-REQ-430': permission,
  'AUT-REQ-490': idToken,
  'AUT-REQ-510': requestObject,
  'AUT-REQ-520': requestObject,
  'AUT-REQ-530': idToken,
  'AUT-REQ-590': permission,
  'AUT-REQ-650': movableClock,
  'AUT-REQ-690': movableClock,
  'AUT-REQ-710': movableClock,
  'AUT-REQ-720': 'seen only where a scenario of the bank demands that the PSU authenticate again',
  'ERR-REQ-130': 'at odds with HDR-REQ-290, which wants 415: both 415 and 400 are accepted',
  'PAG-REQ-030': permission,
  'PAG-REQ-150': permission,
  'PRD-REQ-110': permission,
  'PRD-REQ-120': permission,
  'PRD-REQ-130': permission,
  'VER-REQ-350': permission,
  'VER-REQ-330': 'names operations of later parts as well; those that exist are called by the cases',
}
