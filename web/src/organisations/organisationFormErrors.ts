import type { Failure } from '../feedback/failure.ts';
import { personFormFields } from '../users/personValues.ts';
import { organisationFormFields } from './organisationFormValues.ts';

/** Senior positions in the order in which they were sent. */
type SentPosts = readonly string[];

const known = (names: readonly string[], name: string | undefined): name is string =>
  name !== undefined && names.includes(name);

const formPath = (path: string, posts: SentPosts): string | null => {
  const [first = '', ...rest] = path.replace(/^input\./, '').split('.');
  const last = rest.at(-1) ?? first;
  if (first === 'userLimit') return first;
  if (first === 'organiser') return known(personFormFields, last) ? `organiser.${last}` : null;
  if (first === 'seniorManagement') {
    const post = posts[Number(rest[0])];
    return post !== undefined && known(personFormFields, last) ? `seniors.${post}.${last}` : null;
  }
  return Object.hasOwn(organisationFormFields, last) ? `organisation.${last}` : null;
};

/** The server's messages by the paths of the form; null if a message belongs to no field, or there are no messages. */
export const organisationFormErrors = ({ fields }: Failure, posts: SentPosts = []): Record<string, string> | null => {
  const faults = Object.entries(fields).map(([path, message]) => [formPath(path, posts), message] as const);
  if (faults.length === 0 || faults.some(([path]) => path === null)) return null;
  return Object.fromEntries(faults);
};
