/** `npm run chaos`: two set-ups of several processes under load. One process after the other is killed, stopped and cut off (docs/reliability.md). */
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { writeFixtures } from '@console/platform/testing/fixtures';
import { createKey } from '../faults/processes.ts';
import type { Fault } from './faults.ts';
import { Load } from './load.ts';
import { type Options, type PlannedFault, readOptions, usage } from './options.ts';
import { missingPrograms } from './programs.ts';
import { checkData, failedAfterKills, figuresOf, printFigures, type Received } from './report.ts';
import { createEnvironment, type Environment, type SetUp } from './set-up.ts';
import { setUps } from './set-ups.ts';
import { Supervisor } from './supervisor.ts';

/** Lets one process fail, and waits until it is back. */
async function fail(
  fault: PlannedFault,
  setUp: SetUp,
  supervisor: Supervisor,
  { network }: Environment,
  outMs: number,
): Promise<Fault> {
  const part = await setUp.partOf(fault.victim);
  const began = performance.now();
  if (fault.name === 'kill') {
    network.refuse(part.name);
    await supervisor.kill(part);
    network.accept(part.name);
  } else if (fault.name === 'pause') {
    supervisor.signal(part, 'SIGSTOP');
    await delay(outMs);
    supervisor.signal(part, 'SIGCONT');
  } else {
    network.cut(part.name);
    await delay(outMs);
    network.heal(part.name);
  }
  return { ...fault, began, back: performance.now() };
}

/** Runs the faults of a set-up and prints the report. Returns whether all that must hold does. */
async function run({ setUp: name, faults: wanted, pauseMs, outMs }: Options): Promise<boolean> {
  const environment = await createEnvironment();
  const supervisor = new Supervisor(environment.folder);
  const setUp = await setUps[name].create(environment);
  const end = async () => {
    supervisor.stop(setUp.parts);
    environment.network.close();
    await Promise.all([setUp.close(), environment.mail.close()]);
  };
  process.once('SIGINT', () => void end().finally(() => process.exit(130)));
  try {
    for (const part of setUp.parts) await supervisor.start(part);
    const db = await setUp.openDatabase();
    const { users } = await writeFixtures(db, new Date());
    const keys: string[] = [];
    for (const user of Array.from({ length: 8 }, () => [users.adm, users.orgA, users.orgB]).flat())
      keys.push(await createKey(db, user.id));
    console.log(`${name}: logs in ${environment.folder}`);
    const load = new Load({
      origin: environment.origin,
      keys,
      people: [users.orgA.email, users.assA.email, users.orgB.email],
    });
    await delay(pauseMs);
    const faults: Fault[] = [];
    for (const fault of wanted) {
      console.log(`${new Date().toISOString()} ${fault.name} ${fault.victim}`);
      faults.push(await fail(fault, setUp, supervisor, environment, outMs));
      await delay(pauseMs);
    }
    const figures = figuresOf(faults, load, performance.now());
    await load.stop();
    const unsent = db.selectFrom('mail').select('id').where('sent_at', 'is', null).limit(1);
    for (let tries = 0; tries < 300 && (await unsent.execute()).length > 0; tries += 1) await delay(200);
    const stored = await db
      .selectFrom('ent_usr')
      .leftJoin('audit_entry', (join) =>
        join
          .on('audit_entry.event', '=', 'users:create')
          .on('audit_entry.code', 'is', null)
          .on('audit_entry.target_type', '=', 'ent_usr')
          .on((of) => of('audit_entry.target_id', '=', of.cast<string>('ent_usr.id', 'text'))),
      )
      .select((of) => ['email', of.fn.count<number>('audit_entry.id').as('events')])
      .where('email', 'like', '%@chaos.example')
      .groupBy('email')
      .execute();
    await db.destroy();
    const received: Received[] = environment.mail.received.map(({ at, to = '', raw }) => {
      return { at, to, messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '' };
    });
    const { facts, wrong } = checkData(load, stored, received, faults);
    printFigures(figures);
    const afterKills = failedAfterKills(figures);
    for (const text of [afterKills.fact, ...facts]) console.log(text);
    if (afterKills.isMissed) wrong.push(afterKills.fact);
    const missed = figures.flatMap(({ fault, missed: some }) =>
      some.map((text) => `${fault.name} ${fault.victim}: ${text}`),
    );
    for (const text of [...missed, ...wrong].slice(0, 50)) console.log(`✘ ${text}`);
    const isGood = missed.length + wrong.length === 0;
    if (isGood) rmSync(environment.folder, { recursive: true, force: true });
    return isGood;
  } finally {
    await end();
  }
}

const options = readOptions(process.argv.slice(2));
if (options === null) {
  console.error(usage);
  process.exit(2);
}
const missing = missingPrograms(options.flatMap(({ setUp }) => setUps[setUp].programs));
if (missing !== null) {
  console.error(missing);
  process.exit(1);
}
let isGood = true;
for (const one of options) isGood = (await run(one)) && isGood;
process.exit(isGood ? 0 : 1);
