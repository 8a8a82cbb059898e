import { formatCount } from '../layout/format.ts';
import { isolated } from '../layout/isolated.ts';

const mostNamed = 3;

interface BulkPeople {
  /** Of the chosen rows, those on the page first, in its order. */
  ids: readonly string[];
  /** How many are chosen, also where only some ids are known. */
  count: number;
  /** The rows of the page. */
  shown: readonly string[];
  nameOf: (id: string) => string | undefined;
}

/** Whom a bulk action is about: the first by name, and how many are not on the page, which another order or page may have taken away. Empty where no name is known. */
export function bulkPeopleText({ ids, count, shown, nameOf }: BulkPeople): string {
  const names = ids.slice(0, mostNamed).flatMap((id) => nameOf(id) ?? []);
  if (names.length === 0) return '';
  const more = count - names.length;
  const others = more > 0 ? [...names.map(isolated), `${formatCount(more)} more`] : names.map(isolated);
  const last = others.pop();
  const listed = others.length > 0 ? `${others.join(', ')} and ${last}` : last;
  const onPage = new Set(shown);
  const away = count - ids.filter((id) => onPage.has(id)).length;
  return `${listed}.${away > 0 ? ` ${formatCount(away)} ${away === 1 ? 'is' : 'are'} not on this page.` : ''}`;
}

/** The chosen ids with those on the page first, in its order. */
export const pageFirst = (ids: readonly string[], shown: readonly string[]): string[] => {
  const chosen = new Set(ids);
  return [...new Set([...shown.filter((id) => chosen.has(id)), ...ids])];
};
