// Runs before the application is loaded and must not import anything.
try {
  const stored = localStorage.getItem('answerable-theme')
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored
} catch {
  // Storage is blocked: the operating system's preference applies.
}
