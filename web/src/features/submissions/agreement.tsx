type AgreementProps = {
  hasAgreed: boolean
  problem: string | undefined
  onChange: (hasAgreed: boolean) => void
}

export const Agreement = ({ hasAgreed, problem, onChange }: AgreementProps) => (
  <div className="field" data-invalid={problem !== undefined || undefined}>
    {problem !== undefined && (
      <p id="agreement-error" className="text-sm error-text">
        {problem}
      </p>
    )}
    <label className="checkbox">
      <input
        type="checkbox"
        name="agreement"
        required
        checked={hasAgreed}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : 'agreement-error'}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="text-pretty">
        I agree to the community guidelines and confirm that the information provided is accurate to
        the best of my knowledge.
      </span>
    </label>
  </div>
)
