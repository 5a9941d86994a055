type GoodFaithProps = {
  isConfirmed: boolean
  problem: string | undefined
  onChange: (isConfirmed: boolean) => void
}

export const GoodFaith = ({ isConfirmed, problem, onChange }: GoodFaithProps) => (
  <div className="field" data-invalid={problem !== undefined || undefined}>
    {problem !== undefined && (
      <p id="good-faith-error" className="text-sm error-text">
        {problem}
      </p>
    )}
    <label className="checkbox">
      <input
        type="checkbox"
        name="goodFaith"
        required
        checked={isConfirmed}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : 'good-faith-error'}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="text-pretty">
        I believe in good faith that this notice is accurate and complete.
      </span>
    </label>
  </div>
)
