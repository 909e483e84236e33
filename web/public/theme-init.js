// Runs before the first paint, so that a dark desk never flashes white. Same keys and values as web/src/lib/theme.ts and web/src/lib/appearance.ts.
;(() => {
  const root = document.documentElement
  let choice = 'auto'
  try {
    choice = localStorage.getItem('segue-theme') || 'auto'
    // The colour of the person who is signed in belongs to the team's pages, not to those that customers see.
    if (document.currentScript.hasAttribute('data-accent')) {
      const tokens = JSON.parse(localStorage.getItem('segue-accent') || '{}')
      for (const name of Object.keys(tokens)) root.style.setProperty(name, tokens[name])
    }
  } catch {
    // A frame without storage follows the device.
  }
  // In a widget the host page chooses (web/src/portal/widget/).
  choice = new URLSearchParams(location.search).get('theme') || choice
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.mantineColorScheme = root.dataset.theme
})()
