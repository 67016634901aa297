import type { LedgerRows } from '../requirements.js'

/** SEC: transport and quotas. */
export const sec = {
  'SEC-REQ-010': {
    place: 'FACTS 4.5',
    text: 'The connection between TPP and bank uses TLS 1.2 or later.',
    note: 'FACTS names 1.2; a later version is read as satisfying it.',
  },
  'SEC-REQ-020': {
    place: 'FACTS 4.5',
    text: 'The bank refuses an API connection from a caller without a client certificate.',
    note: 'Only in an environment whose profile declares mutual TLS.',
  },
  'SEC-REQ-030': {
    place: 'FACTS 4.5',
    text: 'A party has separate transport and signing certificates in each environment.',
    strength: 'should',
    whyNot: 'one run sees one environment, and signing certificates are exchanged outside the interface',
  },
  'SEC-REQ-040': {
    place: 'FACTS 4.5: callback',
    text: 'The bank connects to the TPP callback over TLS 1.2 with a server certificate and presents no client certificate.',
    operations: ['notifyEvent'],
  },
  'SEC-REQ-050': {
    place: 'FACTS 15.11',
    text: 'The rate quota is counted for each TPP by itself.',
    basis: 'inferred',
    strength: 'should',
  },
  'SEC-REQ-060': {
    place: 'FACTS 15.11',
    text: 'The rate quota is 100 requests a minute by default.',
    basis: 'inferred',
    strength: 'should',
    note: 'Configurable; a suite never probes the limit of a real bank.',
  },
  'SEC-REQ-070': {
    place: 'FACTS 4.5',
    text: 'An answer does not repeat the access token of its request.',
    note: 'RFC 6750 section 5.3: bearer tokens are kept from whoever is not to use them; messages end up in logs and on screens.',
  },
} satisfies LedgerRows<'SEC'>
