import { foldText } from '@console/contract/fields/search-text';
import MiniSearch from 'minisearch';
import { isComposing } from '../ui/form/isComposing.ts';
import { shortcutOf } from '../ui/keyboard/pageKeys.ts';

interface Entry {
  path: string;
  title: string;
  kind: string;
  text: string;
}

const mostResults = 12;

async function readIndex(): Promise<MiniSearch<Entry>> {
  const index = new MiniSearch<Entry>({
    idField: 'path',
    fields: ['title', 'text'],
    storeFields: ['path', 'title', 'kind'],
    // The words of a name such as createUser are searched too.
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => [word, ...word.split(/(?<=[a-z])(?=[A-Z])/)]),
    processTerm: (term) => foldText(term).split('\n'),
    searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  const answer = await fetch('/docs/search.json');
  if (!answer.ok) throw new Error(`/docs/search.json: ${answer.status}`);
  index.addAll((await answer.json()) as Entry[]);
  return index;
}

/** Finds pages while the reader types. `/` goes to the box, arrows move through the results, Escape closes them. */
export function enableSearch(page: Document): void {
  const box = page.querySelector<HTMLInputElement>('#search');
  const results = page.getElementById('results');
  const found = page.getElementById('found');
  if (!box || !results || !found) return;
  let index: Promise<MiniSearch<Entry> | undefined> | undefined;
  /** Undefined if the index cannot be read; the next search reads it again. */
  const loadIndex = () => {
    index ??= readIndex().catch(() => {
      index = undefined;
      return undefined;
    });
    return index;
  };
  const links = () => [...results.querySelectorAll('a')];
  const close = () => {
    results.hidden = true;
  };
  const say = (text: string) => {
    const message = page.createElement('p');
    message.textContent = text;
    results.replaceChildren(message);
    results.hidden = false;
    found.textContent = text;
  };
  const show = async () => {
    const text = box.value.trim();
    if (text === '') {
      close();
      found.textContent = '';
      return;
    }
    const pages = await loadIndex();
    if (box.value.trim() !== text) return;
    if (!pages) {
      say('Could not load the search. Reload the page, or change the text to try again.');
      return;
    }
    const hits = pages.search(text).slice(0, mostResults);
    if (hits.length === 0) {
      say(`No results for “${text}”`);
      return;
    }
    results.replaceChildren(
      ...hits.map(({ path, title, kind }) => {
        const link = page.createElement('a');
        link.href = path;
        const label = page.createElement('span');
        label.textContent = kind;
        link.append(title, label);
        return link;
      }),
    );
    results.hidden = false;
    found.textContent = `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`;
  };
  box.addEventListener('focus', () => void loadIndex());
  box.addEventListener('input', () => void show());
  box.addEventListener('keydown', async (event) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    const text = box.value;
    await show();
    // Otherwise the shown results belong to an earlier text.
    if (box.value === text && !results.hidden) links()[0]?.click();
  });
  box.parentElement?.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close();
      box.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all: HTMLElement[] = [box, ...links()];
    all[(all.indexOf(page.activeElement as HTMLElement) + step + all.length) % all.length]?.focus();
  });
  page.addEventListener('keydown', (event) => {
    if (shortcutOf(event) !== '/') return;
    event.preventDefault();
    box.focus();
  });
  page.addEventListener('click', ({ target }) => {
    if (!box.parentElement?.contains(target as Node)) close();
  });
  // The text was typed before this script ran.
  void show();
}
