/** Rules in code that a case can name. */
export type MatcherName = string
