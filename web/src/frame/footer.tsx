import { ThemeSelect } from '../theme/theme-select.tsx'

export const Footer = () => (
  <footer className="footer">
    <div className="column flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p>Community-driven business accountability platform</p>
      <ThemeSelect />
    </div>
  </footer>
)
