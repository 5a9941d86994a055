import { editComment } from '@answerable/contracts/comment-versions'
import type { Comment } from '@answerable/contracts/comments'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { cacheComment } from './cached-comments.ts'
import { CommentEditor } from './comment-editor.tsx'
import { editDraft } from './comments.ts'
import { DiscussionContext } from './discussion-context.ts'
import { threadQueries } from './thread-queries.ts'

/** Changes a comment. If it was changed in another window, shows that text before it is replaced. */
export const EditForm = ({ comment, onClose }: { comment: Comment; onClose: () => void }) => {
  const { submissionId } = use(DiscussionContext)
  const client = useQueryClient()
  const [base, setBase] = useState({ version: comment.version, content: comment.content })
  const [isChanged, setChanged] = useState(false)

  const readCurrent = async () => {
    const query = threadQueries.one(submissionId, comment.id)
    const current = await client.fetchQuery({ ...query, staleTime: 0 })
    setBase(current)
    setChanged(true)
  }
  return (
    <CommentEditor
      label="Edit your comment"
      words={{ send: 'Save', sending: 'Saving...', failed: 'Failed to save the comment' }}
      draft={editDraft(comment.id)}
      initial={base.content}
      send={(content) =>
        call(editComment, {
          params: { id: comment.id },
          body: { content, expectedVersion: base.version },
        })
      }
      onSent={(edited) => {
        cacheComment(client, submissionId, edited)
        onClose()
      }}
      onError={(error) => {
        if (error instanceof ApiError && error.code === 'comment_changed') {
          void readCurrent().catch(() => undefined)
        }
      }}
      onCancel={onClose}
    >
      {isChanged && (
        <div className="notice">
          <p className="text-sm text-soft">
            This comment was changed in another window. Saving replaces this text:
          </p>
          <Markdown text={base.content} />
        </div>
      )}
    </CommentEditor>
  )
}
