import { isUniqueViolation } from '@answerable/service-kit/db'
import { customAlphabet } from 'nanoid'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 8 characters from a cryptographic generator. */
const newSubmissionId: () => string = customAlphabet(alphabet, 8)

const attempts = 5

/** Does the work with a new id, and again with another when a submission has it already. */
export const withNewId = async <Result>(
  work: (id: string) => Promise<Result>,
  newId = newSubmissionId,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(newId())
    } catch (error) {
      if (attempt === attempts || !isUniqueViolation(error, 'submissions_pkey')) throw error
    }
  }
}
