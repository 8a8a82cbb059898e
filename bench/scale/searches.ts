/** `npm run bench -- searches`: searches by the folded texts against those of the release before, in one database and in turns, and the sizes of their indexes. */
import { foldText, searchWords } from '../../contract/src/search-text.ts';
import { runOn } from '../../platform/src/testing/postgres-server.ts';
import { median } from '../measure.ts';
import { readNumbers, readOrPrintUsage } from '../options.ts';
import { type Filled, filledOnPostgres } from './databases.ts';
import { spread } from './fill.ts';

const usage = 'npm run bench -- searches [--users 1000000] [--organisations 5000] [--rounds 9]';
const most = { time: 1.3, size: 1.5 };

const organisation = 'ent_org_id = 1 and not is_disabled';
const count = (condition: string) => `select count(*) from ent_usr where ${condition}`;
const firstByName = (condition: string) => `select id from ent_usr where ${condition}
  order by (firstname || '') collate words, (lastname || '') collate words, id limit 26`;

interface Search {
  what: string;
  text: string;
  where: string;
  ask: (condition: string) => string;
  /** What the release before reads. */
  stored?: string;
}

const searches: readonly Search[] = [
  { what: 'counted by a name', text: 'élodie n', where: organisation, ask: count },
  { what: 'counted by an email', text: 'person77@', where: organisation, ask: count },
  { what: 'counted without a hit', text: 'nothing', where: organisation, ask: count },
  {
    what: 'in the order of names, by a name',
    text: 'günther',
    where: organisation,
    ask: firstByName,
    stored: 'user_search_text(firstname, lastname, email, department_name)',
  },
  { what: 'of all users, by a rare email', text: 'person77@org1.', where: 'true', ask: count },
];

const has = (column: string, text: string) => `strpos(${column}, '${text}') > 0`;
const before = ({ text, where, ask, stored = 'search_text' }: Search) =>
  ask(`${where} and ${has(stored, foldText(text).split('\n')[0] ?? '')}`);
const now = ({ text, where, ask }: Search) => {
  const words = searchWords(text).map((spellings) => spellings.map((one) => has('folded_text', one)).join(' or '));
  return ask(`${where} and ${words.map((one) => `(${one})`).join(' and ')}`);
};

const indexes = { before: ['ent_usr_text', 'ent_usr_search'], now: ['ent_usr_folded', 'ent_usr_folded_order'] };

/** The milliseconds of a statement in the server, with the settings of a platform's connections and the indexes of one of both. */
async function timeOf({ settings }: Filled, side: keyof typeof indexes, statement: string): Promise<number> {
  const url = new URL(settings.DATABASE_URL ?? '');
  const names = (some: string[]) => `(${some.map((name) => `'${name}'::regclass`).join()})`;
  await runOn(
    url.href,
    `update pg_index set indisvalid = indexrelid in ${names(indexes[side])} where indexrelid in ${names(Object.values(indexes).flat())}`,
  );
  url.searchParams.set('options', '-c jit=off -c random_page_cost=1.1');
  const [row] = await runOn<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
    url.href,
    `explain (analyze, timing off, format json) ${statement}`,
  );
  return row?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN;
}

const megabytesOf = async ({ settings }: Filled, index: string): Promise<number> => {
  const [row] = await runOn<{ bytes: string }>(
    settings.DATABASE_URL ?? '',
    `select pg_relation_size('${index}')::text as bytes`,
  );
  return Number(row?.bytes) / 2 ** 20;
};

/** Measures and prints. Returns the exit code: 1 if a goal is missed. */
export async function searchesBench(args: string[]): Promise<number> {
  const options = readOrPrintUsage(usage, () =>
    readNumbers(args, { users: 1_000_000, organisations: 5_000, rounds: 9 }),
  );
  if (options === null) return 2;
  const filled = await filledOnPostgres(spread(options.users, options.organisations));
  const lines: [what: string, before: number, now: number, goal: number][] = [];
  try {
    for (const search of searches) {
      const times: [before: number, now: number][] = [];
      // The first one warms both up.
      for (let round = 0; round <= options.rounds; round++)
        times.push([await timeOf(filled, 'before', before(search)), await timeOf(filled, 'now', now(search))]);
      const ofBoth = times.slice(1);
      lines.push([
        `${search.what}, ms`,
        median(ofBoth.map(([one]) => one)),
        median(ofBoth.map(([, other]) => other)),
        most.time,
      ]);
    }
    for (const [place, index] of indexes.now.entries()) {
      const [one, other] = [await megabytesOf(filled, indexes.before[place] ?? ''), await megabytesOf(filled, index)];
      lines.push([`${index}, MB`, one, other, most.size]);
    }
  } finally {
    await filled.remove();
  }
  console.log('\n| figure | release before | now | ratio | goal |\n|---|---:|---:|---:|---:|');
  for (const [what, one, other, goal] of lines)
    console.log(`| ${what} | ${one.toFixed(1)} | ${other.toFixed(1)} | ${(other / one).toFixed(2)} | ≤ ${goal} |`);
  return lines.every(([, one, other, goal]) => other / one <= goal) ? 0 : 1;
}
