import MiniSearch from 'minisearch';

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
    // A name such as createUser is found by its words too.
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => [word, ...word.split(/(?<=[a-z])(?=[A-Z])/)]),
    searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  const answer = await fetch('/docs/search.json');
  index.addAll((await answer.json()) as Entry[]);
  return index;
}

/** Finds pages while the person types: `/` goes to the box, arrows through the results, Escape closes them. */
export function enableSearch(page: Document): void {
  const box = page.querySelector<HTMLInputElement>('#search');
  const results = page.getElementById('results');
  const found = page.getElementById('found');
  if (!box || !results || !found) return;
  let index: Promise<MiniSearch<Entry>> | undefined;
  const links = () => [...results.querySelectorAll('a')];
  const close = () => {
    results.hidden = true;
  };
  const show = async () => {
    index ??= readIndex();
    const text = box.value.trim();
    const hits = text === '' ? [] : (await index).search(text).slice(0, mostResults);
    if (box.value.trim() !== text) return;
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
    if (text !== '' && hits.length === 0) results.textContent = `Nothing found for “${text}”`;
    results.hidden = text === '';
    found.textContent = text === '' ? '' : `${hits.length} results`;
  };
  box.addEventListener('focus', () => {
    index ??= readIndex();
  });
  box.addEventListener('input', () => void show());
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') links()[0]?.click();
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
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    box.focus();
  });
  page.addEventListener('click', ({ target }) => {
    if (!box.parentElement?.contains(target as Node)) close();
  });
}
