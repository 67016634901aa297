import { paged, transactionReads } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** PAG: filters and paging. */
export const pag = {
  'PAG-REQ-010': {
    place: 'FACTS 1.1',
    text: 'Transactions accept the query parameter fromBookingDateTime, which keeps rows booked at or after it.',
    operations: transactionReads,
  },
  'PAG-REQ-020': {
    place: 'FACTS 1.1',
    text: 'Transactions accept the query parameter toBookingDateTime, which keeps rows booked at or before it.',
    operations: transactionReads,
  },
  'PAG-REQ-030': {
    place: 'FACTS 1.1: connector level',
    text: 'Transactions may accept the query parameters status and creditDebitIndicator as filters.',
    strength: 'may',
    operations: transactionReads,
  },
  'PAG-REQ-040': {
    place: 'FACTS 1: dates in query',
    text: 'A query date is an ISO 8601 date or date-time without an offset.',
    operations: transactionReads,
  },
  'PAG-REQ-050': {
    place: 'FACTS 1: dates in query',
    text: 'An offset sent in a query date is ignored rather than rejected.',
    operations: transactionReads,
  },
  'PAG-REQ-060': {
    place: 'FACTS 1.1: filter range',
    text: 'A range that reaches beyond the history or the consent window returns the rows of its valid remainder instead of an error.',
    operations: transactionReads,
  },
  'PAG-REQ-070': {
    place: 'FACTS 1.1: filter faults',
    text: 'A from date later than the to date is answered 400 with Field.InvalidDate and the parameter name.',
    basis: 'inferred',
    operations: transactionReads,
  },
  'PAG-REQ-080': {
    place: 'FACTS 1.1: filter faults',
    text: 'A query date that cannot be parsed is answered 400 with Field.InvalidDate and the parameter name.',
    basis: 'inferred',
    operations: transactionReads,
  },
  'PAG-REQ-090': {
    place: 'FACTS 1.1: paginated operations',
    text: 'Bulk reads and the transactions of one account are served in pages.',
    operations: paged,
  },
  'PAG-REQ-100': {
    place: 'FACTS 1.1: links',
    text: 'The last page has no Links.Next.',
    operations: paged,
  },
  'PAG-REQ-110': {
    place: 'FACTS 1.1: links',
    text: 'The first page has no Links.Prev.',
    operations: paged,
  },
  'PAG-REQ-120': {
    place: 'FACTS 1.1: links',
    text: 'A TPP reaches further pages only through Links.Next.',
    actor: 'tpp',
    operations: paged,
  },
  'PAG-REQ-130': {
    place: 'FACTS 1.1: links',
    text: 'Following Links.Next to the end yields every row exactly once.',
    operations: paged,
  },
  'PAG-REQ-140': {
    place: 'FACTS 1.1: links',
    text: 'A page link keeps the filter of the original request.',
    operations: paged,
  },
  'PAG-REQ-150': {
    place: 'FACTS 1.1: links',
    text: 'First, Last and Meta.TotalPages may be left out of a page.',
    strength: 'may',
    operations: paged,
  },
  'PAG-REQ-160': {
    place: 'FACTS 1.1: page size',
    text: 'A page holds 25 to 1000 rows, the last one excepted.',
    strength: 'should',
    operations: paged,
  },
  'PAG-REQ-170': {
    place: 'FACTS 1.1',
    text: 'The query parameter page selects a page and counts from 1.',
    basis: 'inferred',
    strength: 'should',
    operations: paged,
  },
  'PAG-REQ-180': {
    place: 'FACTS 1.1 and 15.12',
    text: 'A page has 25 rows by default.',
    basis: 'inferred',
    strength: 'should',
    operations: paged,
  },
  'PAG-REQ-190': {
    place: 'FACTS 1.1',
    text: 'A page number out of range is answered 400 with Field.Invalid.',
    basis: 'inferred',
    strength: 'should',
    operations: paged,
  },
  'PAG-REQ-200': {
    place: 'FACTS 1.1: Meta',
    text: 'FirstAvailableDateTime and LastAvailableDateTime tell the span of transaction history on offer.',
    operations: transactionReads,
  },
} satisfies LedgerRows<'PAG'>
