import { readResponses } from '@answerable/contracts/responses'
import { readSubmission, type Submission } from '@answerable/contracts/submissions'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import { AppError } from '@answerable/service-kit/errors'

/** A boycott, or a response to it. */
export type Subject = { boycottId: string; responseId: string | null }

/** The subject as visitors read it now; null if it is not public, or its boycott was merged into another one. */
export const readSubject = async (
  catalog: ServiceCall,
  { boycottId, responseId }: Subject,
  requestId: string,
): Promise<object | null> => {
  try {
    return responseId === null
      ? await readBoycott(catalog, boycottId, requestId)
      : await readResponse(catalog, { boycottId, responseId }, requestId)
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null
    throw error
  }
}

/** Without its author and the fields of a caller. */
const readBoycott = async (
  catalog: ServiceCall,
  id: string,
  requestId: string,
): Promise<object> => {
  const boycott: Submission = await catalog(readSubmission, { params: { id } }, requestId)
  const { author, authorId, userVote, ownParticipation, ...data } = boycott
  return data
}

const readResponse = async (
  catalog: ServiceCall,
  { boycottId, responseId }: { boycottId: string; responseId: string },
  requestId: string,
): Promise<object | null> => {
  const { responses } = await catalog(readResponses, { params: { id: boycottId } }, requestId)
  const response = responses.find(({ id }) => id === responseId)
  return response?.state === 'shown' ? { boycottId, ...response } : null
}
