import { useQuery } from '@tanstack/react-query'
import { sessionQueries } from '../../session/current-user.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { decisionKeys, shortcutKeys } from './shortcut-keys.ts'

type ShortcutsHelpProps = { isOn: boolean; onTurn: (isOn: boolean) => void; onClose: () => void }

export const ShortcutsHelp = ({ isOn, onTurn, onClose }: ShortcutsHelpProps) => {
  const { data: user } = useQuery(sessionQueries.currentUser())
  const keys = { ...shortcutKeys, ...(user?.isAdmin === true ? decisionKeys : {}) }
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="facts keys mt-5">
        {Object.entries(keys).map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="checkbox mt-4">
        <input
          type="checkbox"
          data-initial-focus
          checked={isOn}
          onChange={(event) => onTurn(event.target.checked)}
        />
        <span className="text-pretty">
          Use these shortcuts. Turn them off if they interfere with speech input or your own
          shortcuts.
        </span>
      </label>
    </Dialog>
  )
}
