import { shortcuts } from './shortcuts.ts'

type ShortcutHelpProps = { isOn: boolean; onChange: (isOn: boolean) => void }

/** Which keys do what, and a way to switch them off for who speaks to the page or presses keys by accident. */
export const ShortcutHelp = ({ isOn, onChange }: ShortcutHelpProps) => (
  <div className="shortcuts">
    <label className="shortcut-switch">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      Keyboard shortcuts
    </label>
    {isOn && (
      <dl>
        {Object.entries(shortcuts).map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    )}
  </div>
)
