import { seniorPosts } from '@console/contract/rules';
import type { FieldProblems } from '../core/base/failure.ts';
import { countries, diallingCodes } from './countries.ts';
import { departments, designations, industries } from './lists.ts';

const choices: Readonly<Record<string, readonly string[]>> = {
  industry: industries,
  country: countries.map(({ name }) => name),
  country_code: diallingCodes.map(({ dial }) => dial),
  designation: [...seniorPosts.map(({ id }) => id), ...designations],
  department_name: departments,
};

/** Number of values that fit into a line; the console lists all. */
const mostNamed = 50;

export function choiceProblems(form: Readonly<Record<string, unknown>>): FieldProblems {
  return Object.fromEntries(
    Object.entries(choices).flatMap(([field, allowed]) => {
      const value = form[field];
      if (typeof value !== 'string' || value === '' || allowed.includes(value)) return [];
      return [[field, [{ code: 'FORMAT', message: notOffered(value, allowed) }]]];
    }),
  );
}

function notOffered(value: string, allowed: readonly string[]): string {
  const given = `must be a value that the console offers (not ${JSON.stringify(value)})`;
  const near = nearest(value, allowed);
  if (near.length > 0) return `${given}: perhaps ${near.map((one) => JSON.stringify(one)).join(' or ')}`;
  return allowed.length <= mostNamed ? `${given}: ${allowed.join(', ')}` : `${given}: its forms list them`;
}

function nearest(value: string, allowed: readonly string[]): string[] {
  const given = value.toLowerCase().slice(0, 100);
  const most = Math.max(1, Math.floor(given.length / 3));
  const rated = allowed.map((one) => ({ one, changes: changesBetween(given, one.toLowerCase()) }));
  const least = Math.min(...rated.map(({ changes }) => changes));
  return least > most ? [] : rated.flatMap(({ one, changes }) => (changes === least ? [one] : [])).slice(0, 3);
}

function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, character] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= to.length; column += 1)
      next.push(
        Math.min(
          (next[column - 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
          (row[column - 1] ?? 0) + Number(character !== to[column - 1]),
        ),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}
