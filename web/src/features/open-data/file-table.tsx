import {
  type OpenDataManifest,
  type OpenDataTable,
  openDataFileOf,
  openDataTables,
  readOpenDataFile,
} from '@answerable/contracts/open-data'
import { pathOf } from '@answerable/contracts/route'
import { plain } from '../../ui/figures.ts'
import { fileSize } from './file-size.ts'

/** Name and content of each table. */
const contents: Readonly<Record<OpenDataTable, readonly [name: string, content: string]>> = {
  submissions: [
    'Submissions',
    'Target, business, category, place, status, score, boost, and numbers of comments and people taking part, in the order of Hot',
  ],
  top: ['Top', 'IDs of the submissions in the order of Top'],
  businesses: ['Businesses', 'Name, kind, country, website and owner'],
  statuses: ['Statuses', 'Every change of a status, with its time'],
  decisions: ['Decisions', 'The moderation log, with its hashes'],
  'votes-by-day': [
    'Votes by day',
    'Upvotes and downvotes of each submission, and its held and voided votes',
  ],
  boosts: ['Boosts', 'Super boosts of each submission, with their times'],
}

const formats = { jsonl: 'JSON Lines', csv: 'CSV' } as const

/** The files of a snapshot, with their sizes. On narrow screens each row becomes a block. */
export const FileTable = ({ manifest }: { manifest: OpenDataManifest }) => (
  <table className="table table-stacked">
    <caption className="sr-only">Files of the latest snapshot</caption>
    <thead>
      <tr>
        <th scope="col">Content</th>
        <th scope="col">Rows</th>
        <th scope="col">JSON Lines</th>
        <th scope="col">CSV</th>
      </tr>
    </thead>
    <tbody>
      {openDataTables.map((table) => (
        <tr key={table}>
          <th scope="row">
            <span className="font-semibold">{contents[table][0]}</span>
            <span className="block text-sm text-soft">{contents[table][1]}</span>
          </th>
          <td className="figure">
            {plain(rowsOf(manifest, table))} <span className="cell-label">rows</span>
          </td>
          <td>
            <FileLink manifest={manifest} table={table} format="jsonl" />
          </td>
          <td>
            <FileLink manifest={manifest} table={table} format="csv" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const rowsOf = ({ files }: OpenDataManifest, table: OpenDataTable): number =>
  files.find(({ name }) => name === openDataFileOf(table, 'jsonl'))?.rows ?? 0

type FileLinkProps = {
  manifest: OpenDataManifest
  table: OpenDataTable
  format: keyof typeof formats
}

const FileLink = ({ manifest, table, format }: FileLinkProps) => {
  const file = manifest.files.find(({ name }) => name === openDataFileOf(table, format))
  if (file === undefined) return null
  return (
    <a
      className="link whitespace-nowrap"
      href={filePath(manifest.name, file.name)}
      aria-label={`${contents[table][0]} as ${formats[format]}, ${fileSize(file.bytes)}`}
      download
    >
      <span className="cell-label" aria-hidden="true">
        {formats[format]},{' '}
      </span>
      {fileSize(file.bytes)}
    </a>
  )
}

export const filePath = (snapshot: string, file: string): string =>
  pathOf(readOpenDataFile, { params: { snapshot, file } })
