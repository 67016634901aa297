/** How the line of a request is written. */
export const requestLogForms = ['pretty', 'json'] as const

export type RequestLogForm = (typeof requestLogForms)[number]
