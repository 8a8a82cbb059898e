// Runs before the first paint, as a file of its own because the page's policy allows no inline script: without it a user whose theme is not
// that of their system would see a flash of the wrong one. The key is the one Mantine stores the choice under.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // No storage: the system decides.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// The page's own text is visible where the console's script cannot be loaded.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.setAttribute('data-start-failed', '');
  },
  true,
);
// The form alone would reload the page without its query.
addEventListener('submit', (event) => {
  if (!event.target.closest('#not-started')) return;
  event.preventDefault();
  location.reload();
});
