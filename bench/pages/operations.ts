import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, print, visit } from 'graphql';
import { benchFolder, root } from '../processes.ts';

/** A query of the console, as often as a session sent it. */
export interface RecordedOperation {
  name: string;
  variables: Record<string, unknown>;
  count: number;
}

/** One session of each role. */
export type Sessions = Record<string, { email: string; operations: RecordedOperation[] }>;

export const sessionsFile = join(benchFolder, 'pages/sessions.json');

/** The recorded sessions; renewed by `npm run bench -- record`. */
export const readSessions = (): Sessions => JSON.parse(readFileSync(sessionsFile, 'utf8')) as Sessions;

/** The pages of the recorded sessions. */
export const namesOfPages = (): string[] => [
  ...new Set(Object.values(readSessions()).flatMap(({ operations }) => operations.map(({ name }) => name))),
];

const manifest = join(root, 'web/dist/operations.json');

/** A recorded query with its text. */
export interface PageQuery {
  /** The operation, which is named after its page. */
  page: string;
  role: string;
  count: number;
  body: { operationName: string; query: string; variables: Record<string, unknown> };
}

/** The text that the console's client sends: with `__typename`, without the client's own directives. */
const textAsSent = (text: string): string =>
  print(
    visit(parse(text), {
      Directive: ({ name }) => (name.value === 'unmask' ? null : undefined),
      SelectionSet: (set, _key, parent) =>
        parent && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION
          ? undefined
          : {
              ...set,
              selections: [...set.selections, { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }],
            },
    }),
  );

/** The queries of the built console's manifest by name. */
export function manifestQueries(): Map<string, { hash: string; text: string }> {
  if (!existsSync(manifest)) throw new Error('The console has not been built');
  const texts = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>);
  return new Map(
    texts.flatMap(([hash, text]) => {
      const name = /\bquery (\w+)/.exec(text)?.[1];
      return name === undefined ? [] : [[name, { hash, text }] as const];
    }),
  );
}

/** Every recorded query of every role. */
export function pageQueries(): PageQuery[] {
  const texts = manifestQueries();
  return Object.entries(readSessions()).flatMap(([role, { operations }]) =>
    operations.map(({ name, variables, count }) => {
      const text = texts.get(name)?.text;
      if (text === undefined) throw new Error(`The console has no query ${name}: run npm run bench -- record`);
      return { page: name, role, count, body: { operationName: name, query: textAsSent(text), variables } };
    }),
  );
}
