import { tryStorage } from '../apollo/tryStorage.ts';
import '../ui/theme/font.css';
import './docs.css';
import { enableSearch } from './searchBox.ts';

const storedName = 'docs.language';

/** Shows examples in one language, the last selected one. If the script does not run, all are shown. */
function addLanguageTabs(page: Document): void {
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

const shownMs = 5_000;

/** Gives each block of code a button that copies it, or selects it where the browser does not let a page copy: without TLS, or if it is forbidden. */
function addCopyButtons(page: Document): void {
  for (const block of page.querySelectorAll('pre')) {
    const button = page.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const say = (text: string) => {
      button.textContent = text;
      button.setAttribute('aria-label', `${text}: ${block.getAttribute('aria-label') ?? 'code'}`);
    };
    say('Copy');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(block.textContent ?? '');
        say('Copied');
      } catch {
        getSelection()?.selectAllChildren(block);
        say('Selected. Copy it manually.');
      }
      setTimeout(() => say('Copy'), shownMs);
    });
    const frame = page.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

const menuButton = document.getElementById('menu-button');
menuButton?.addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('menu-open');
  menuButton.setAttribute('aria-expanded', String(isOpen));
});
document.querySelector('#menu [aria-current]')?.scrollIntoView({ block: 'nearest' });
addLanguageTabs(document);
addCopyButtons(document);
enableSearch(document);
