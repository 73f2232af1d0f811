// Runs before the first paint, so that a dark screen never flashes white. lib/preferences.ts keeps it true afterwards.
;(function () {
  var theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch (e) {
    // a browser that forbids storage gets the theme of the system
  }
  if (!theme || theme === 'system') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
})()
