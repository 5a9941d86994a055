import { pages } from '@answerable/contracts/pages'
import X from 'lucide-react/icons/x'
import { NavLink } from 'react-router-dom'
import { ThemeToggle } from '../theme/theme-toggle.tsx'
import { useModal } from '../ui/use-modal.ts'
import { MenuAccount } from './account.tsx'
import { AdminLink } from './admin-link.tsx'
import { mainLinks, menuLinks } from './links.ts'
import { MemberLinks } from './member-links.tsx'

const links = [...mainLinks, { to: pages.submit, label: 'Submit a boycott' }]

/** Menu for small screens with the items that do not fit into the header. */
export const MobileMenu = ({ onClose }: { onClose: () => void }) => {
  const modal = useModal(onClose)
  return (
    <dialog {...modal} className="menu" aria-label="Menu">
      <div className="menu-panel">
        <div className="flex items-center justify-between">
          <ThemeToggle />
          <button type="button" className="button-icon" aria-label="Close menu" onClick={onClose}>
            <X size={22} aria-hidden />
          </button>
        </div>
        <nav aria-label="Menu">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} end className="menu-link" onClick={onClose}>
              {label}
            </NavLink>
          ))}
          <MemberLinks onUsed={onClose} />
          <AdminLink className="menu-link" onUsed={onClose} />
          <div className="menu-more">
            {menuLinks.map(({ to, label }) => (
              <NavLink key={to} to={to} end className="quiet-link" onClick={onClose}>
                {label}
              </NavLink>
            ))}
          </div>
        </nav>
        <div className="mt-auto flex items-center justify-between gap-3">
          <MenuAccount onUsed={onClose} />
        </div>
      </div>
    </dialog>
  )
}
