import { personPath } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'

/** The name of an author, which leads to their page. Null after an account's deletion. */
export const PersonName = ({ person }: { person: { username: string } | null }) =>
  person === null ? (
    <span className="name">Unknown</span>
  ) : (
    <Link className="name person" to={personPath(person.username)}>
      {person.username}
    </Link>
  )
