/** Local storage: the ID of the account whose list this browser keeps for reading without a connection. */
export const keptKey = 'answerable-my-boycotts'
