import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const path = 'docs/operating/production.md';

/** A block of commands of the page, with the line on which it begins. */
export interface Block {
  name: string;
  text: string;
}

/** The commands of the page, in their order. */
export function readBlocks(): Block[] {
  const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(({ 1: block = '', index }) => ({
    name: `${path}:${text.slice(0, index).split('\n').length + 1}`,
    text: block,
  }));
}

/** Replaces values of the page. Each value must occur exactly once, so that the list names all that the test does differently. */
export function substitute(blocks: readonly Block[], values: ReadonlyMap<string, string>): Block[] {
  for (const from of values.keys()) {
    const places = blocks.reduce((count, { text }) => count + text.split(from).length - 1, 0);
    if (places !== 1) throw new Error(`${path} has "${from}" ${places} times`);
  }
  return blocks.map(({ name, text }) => ({
    name,
    text: [...values].reduce((changed, [from, to]) => changed.replace(from, () => to), text),
  }));
}
