// Runs before the first paint, so that a dark desk never flashes white. Same key and values as web/src/lib/theme.ts.
;(() => {
  let choice = 'auto'
  try {
    choice = localStorage.getItem('segue-theme') || 'auto'
  } catch {
    // A frame without storage follows the device.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.mantineColorScheme = root.dataset.theme
})()
