import { tryStorage } from '../apollo/tryStorage.ts';

const storedName = 'docs.language';

/** Shows one language of a ready operation at a time, the one that was chosen last. Without this script all are there, one below the other. */
export function addLanguageTabs(page: Document): void {
  for (const group of page.querySelectorAll('.snippets')) {
    const snippets = [...group.querySelectorAll<HTMLElement>('.snippet')];
    const list = page.createElement('div');
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Language');
    const tabs = snippets.map((snippet) => {
      const tab = page.createElement('button');
      tab.type = 'button';
      tab.setAttribute('role', 'tab');
      tab.id = `tab-${snippet.dataset.language}`;
      tab.textContent = snippet.getAttribute('aria-label');
      snippet.id = `panel-${snippet.dataset.language}`;
      snippet.setAttribute('role', 'tabpanel');
      snippet.removeAttribute('aria-label');
      snippet.setAttribute('aria-labelledby', tab.id);
      snippet.querySelector('h3')?.remove();
      tab.setAttribute('aria-controls', snippet.id);
      return tab;
    });
    const show = (shown: number) => {
      for (const [place, tab] of tabs.entries()) {
        tab.setAttribute('aria-selected', String(place === shown));
        tab.tabIndex = place === shown ? 0 : -1;
        const snippet = snippets[place];
        if (snippet) snippet.hidden = place !== shown;
      }
    };
    const choose = (place: number) => {
      show(place);
      tryStorage(() => localStorage.setItem(storedName, snippets[place]?.dataset.language ?? ''), undefined);
    };
    list.addEventListener('click', ({ target }) => {
      const place = tabs.indexOf(target as HTMLButtonElement);
      if (place >= 0) choose(place);
    });
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const place = (tabs.indexOf(event.target as HTMLButtonElement) + step + tabs.length) % tabs.length;
      choose(place);
      tabs[place]?.focus();
    });
    list.append(...tabs);
    group.prepend(list);
    const stored = tryStorage(() => localStorage.getItem(storedName), null);
    show(
      Math.max(
        0,
        snippets.findIndex(({ dataset }) => dataset.language === stored),
      ),
    );
  }
}
