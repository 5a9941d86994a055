import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useTheme } from './theme.tsx'

export const ThemeToggle = () => {
  const { shown, choose } = useTheme()
  const other = shown === 'dark' ? 'light' : 'dark'
  const Icon = other === 'dark' ? Moon : Sun
  return (
    <button
      type="button"
      className="button-icon"
      aria-label={`Switch to ${other} theme`}
      title={`Switch to ${other} theme`}
      onClick={() => choose(other)}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
}
