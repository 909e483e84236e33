/** What businesses are compared by. */
export const LOAD_MEASURES = ['databaseMs', 'requests', 'jobs', 'modelCalls', 'mails'] as const
export type LoadMeasure = (typeof LOAD_MEASURES)[number]
