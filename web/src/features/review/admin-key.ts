/** Key of everything that only administrators read. */
export const adminKey = ['api', 'admin'] as const
