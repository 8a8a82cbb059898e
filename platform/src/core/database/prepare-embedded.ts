import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';
import { statementNames } from './prepared-statements.ts';

const { serialize } = protocol;

/** The embedded database, whose connection prepares statements as connections to a server do, and those of lists. */
export function withPreparedStatements(
  pglite: PGlite,
): Pick<PGlite, 'close' | 'closed' | 'query' | 'ready' | 'transaction' | 'waitReady'> {
  const nameOf = statementNames('embedded');
  /** Types of the values by the name of the statement. */
  const prepared = new Map<string, number[]>();
  const send = (...messages: Uint8Array[]) => pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]));
  const prepare = async (name: string, text: string) => {
    const answer = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const types = parse.parseDescribeStatementResults(answer);
    prepared.set(name, types);
    return types;
  };
  const execute = async (name: string, text: string, given: readonly unknown[]): Promise<Results> => {
    const types = prepared.get(name) ?? (await prepare(name, text));
    const values = given.map((value, place) =>
      value === null || value === undefined ? null : (pglite.serializers[types[place] ?? 0] ?? String)(value),
    );
    const portal = [serialize.bind({ statement: name, values }), serialize.describe({ type: 'P' })];
    const [results] = parse.parseResults(await send(...portal, serialize.execute({})), pglite.parsers);
    return results ?? { rows: [], fields: [] };
  };
  const queryOf =
    ({ query }: Pick<PGlite, 'query'>) =>
    <T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> => {
      const name = nameOf(text, values);
      if (name === undefined) return query(text, values, options);
      return pglite.runExclusive(() => execute(name, text, values)) as Promise<Results<T>>;
    };
  return {
    close: () => pglite.close(),
    get closed() {
      return pglite.closed;
    },
    ready: pglite.ready,
    waitReady: pglite.waitReady,
    query: queryOf({ query: pglite.query.bind(pglite) }),
    transaction: (act) => pglite.transaction((trx) => act({ ...trx, query: queryOf(trx) })),
  };
}
