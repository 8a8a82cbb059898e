import { userInfo } from 'node:os';
import { systemClock } from '../core/base/clock.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import { sendToPlatform } from './operator-client.ts';
import { probe, readProbeOptions, readProbeSettings } from './probe-command.ts';
import { parseProbeUser, saveProbeUser, writeProbePassword } from './probe-user.ts';

type Env = Record<string, string | undefined>;

/** `probe`: probing needs few settings and no database. With `--every` it ends on a signal. Returns the exit code. */
export async function runProbeCommand(args: string[], env: Env): Promise<number> {
  const options = readProbeOptions(args, env.INIT_CWD ?? '.');
  const settings = readProbeSettings(env);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  if (options.createsUser) {
    print(await createProbeUser(settings, env));
    return 0;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return (await probe(settings, options, print, stop.signal)) ? 0 : 1;
}

/** By the running platform of this data folder, else in the database itself. */
function createProbeUser({ email, passwordFile }: { email: string; passwordFile: string }, env: Env): Promise<string> {
  const settings = readPlatformSettings(env);
  return writeProbePassword(passwordFile, async (password_hash) => {
    const request = { email, password_hash, operator: userInfo().username };
    const answer = await sendToPlatform(settings.dataDir, { command: 'probe-user', ...request });
    answer?.close();
    if (answer) return String(answer.value.text);
    const db = await openDatabase(settings);
    try {
      return await saveProbeUser({ db, clock: systemClock }, parseProbeUser(request));
    } finally {
      await db.destroy();
    }
  });
}
