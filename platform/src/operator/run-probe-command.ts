import { userInfo } from 'node:os';
import { readPlatformSettings } from '../core/base/settings.ts';
import { probe, readProbeOptions, readProbeSettings } from './probe-command.ts';
import { parseProbeUser, saveProbeUser, writeProbePassword } from './probe-user.ts';
import { runOnPlatform } from './run-on-platform.ts';

type Env = Record<string, string | undefined>;

/** Probing needs few settings and no database. `--every` ends on a signal. Returns the exit code. */
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

function createProbeUser({ email, passwordFile }: { email: string; passwordFile: string }, env: Env): Promise<string> {
  const settings = readPlatformSettings(env);
  return writeProbePassword(passwordFile, (password_hash) => {
    const request = { email, password_hash, operator: userInfo().username };
    return runOnPlatform(settings, { command: 'probe-user', ...request }, (services) =>
      saveProbeUser(services, parseProbeUser(request)),
    );
  });
}
