/** In a tab nothing can be pressed but the tab: a screen reader would not find GraphiQL's button that closes it. */
const makePlain = (root: HTMLElement): void => {
  root.querySelector('[role="tablist"]')?.setAttribute('role', 'list');
  root.querySelector('[role="tabpanel"]')?.setAttribute('role', 'group');
  for (const tab of root.querySelectorAll('li[aria-selected]')) {
    tab.querySelector('button')?.setAttribute('aria-current', tab.getAttribute('aria-selected') ?? 'false');
    tab.removeAttribute('aria-selected');
    tab.setAttribute('role', 'listitem');
  }
};

/** A ref that makes GraphiQL's tabs a list of buttons, of which the current one is marked, also those that come later. */
export const plainTabs = (root: HTMLElement | null) => {
  if (!root) return;
  const observer = new MutationObserver(() => makePlain(root));
  observer.observe(root, { attributeFilter: ['aria-selected'], childList: true, subtree: true });
  makePlain(root);
  return () => observer.disconnect();
};
