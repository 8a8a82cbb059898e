import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type FileMetricName, metricList } from '@console/server-base/metric-list';
import { readSettings, StartError, sharedSettings, systemErrorReason } from '@console/server-base/settings';
import { secondMs } from '../core/base/clock.ts';
import { settingList } from '../core/base/setting-list.ts';
import { type ProbeResult, runProbe } from './probe.ts';

interface Sample {
  name: FileMetricName;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** Prometheus' text format; samples of a metric are adjacent. */
const formatSamples = (samples: readonly Sample[]): string =>
  Array.from(
    Map.groupBy(samples, ({ name }) => name),
    ([name, ofName]) => {
      const lines = ofName.map(({ labels = {}, value }) => {
        const inner = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
        return `${name}${inner.length > 0 ? `{${inner.join(',')}}` : ''} ${value}\n`;
      });
      return `# HELP ${name} ${metricList[name].help}\n# TYPE ${name} gauge\n${lines.join('')}`;
    },
  ).join('');

/** Replaces a file of node_exporter atomically, readable by all: node_exporter is another account. */
async function writeMetricFile(path: string, text: string): Promise<void> {
  const own = `${path}.${process.pid}`;
  try {
    await writeFile(own, text, { mode: 0o644 });
    await rename(own, path);
  } catch (error) {
    await rm(own, { force: true });
    throw new StartError(`${path} cannot be written: ${systemErrorReason(error)}.`);
  }
}

const usage =
  'Usage: probe [--textfile FILE.prom] [--push URL] [--every SECONDS], or probe --create-user. FILE.prom is a file in the textfile folder of node_exporter. URL is a Pushgateway. SECONDS must be at least 10.';

/** Pause after a refusal, in minutes in which platform and gateways allow ten wrong passwords. */
const pauseMs = 15 * 60 * secondMs;
const minEverySeconds = 10;

export interface ProbeOptions {
  createsUser: boolean;
  textfile: string | null;
  push: URL | null;
  everySeconds: number | null;
}

/** `cwd` is the operator's folder. */
export function readProbeOptions(args: string[], cwd: string): ProbeOptions {
  try {
    const options = {
      'create-user': { type: 'boolean' },
      textfile: { type: 'string' },
      push: { type: 'string' },
      every: { type: 'string' },
    } as const;
    const { values } = parseArgs({ args, options });
    const { textfile, push, every } = values;
    const everySeconds = every === undefined ? null : Number(every);
    const isRight =
      (textfile === undefined || textfile.endsWith('.prom')) &&
      (push === undefined || /^https?:$/.test(new URL(push).protocol)) &&
      (everySeconds === null || (Number.isInteger(everySeconds) && everySeconds >= minEverySeconds)) &&
      !(values['create-user'] && (textfile ?? push ?? every) !== undefined);
    if (isRight)
      return {
        createsUser: values['create-user'] ?? false,
        textfile: textfile === undefined ? null : resolve(cwd, textfile),
        push: push === undefined ? null : new URL(push),
        everySeconds,
      };
  } catch {
    // An unknown option or a missing URL prints the usage.
  }
  throw new StartError(usage);
}

const { publicUrl, dataDir, probeEmail } = sharedSettings;
const probeSettings = { publicUrl, dataDir, probeEmail, probePasswordFile: settingList.probePasswordFile };

/** Settings of the probe, which also runs on a machine without other settings. */
export function readProbeSettings(env: Record<string, string | undefined>) {
  const read = readSettings(probeSettings, env);
  const email = read.probeEmail;
  if (email === undefined)
    throw new StartError('PROBE_EMAIL is not set. Set it to the email of the user that probe --create-user creates.');
  return { ...read, email, passwordFile: read.probePasswordFile ?? join(read.dataDir, 'probe.password') };
}
type ProbeSettings = ReturnType<typeof readProbeSettings>;

/** Time of the last refusal. A retry with the same file would count as a wrong password. */
const refusedComment = /^# refused at (\d+)$/m;

async function readRefusedAt(textfile: string | null): Promise<number> {
  const text = textfile === null ? '' : await readFile(textfile, 'utf8').catch(() => '');
  return Number(refusedComment.exec(text)?.[1] ?? 0) * secondMs;
}

/** Throws StartError for a file that is missing, empty, or readable by other accounts. */
async function readPassword(path: string): Promise<{ password: string; changedAt: number }> {
  const found = await stat(path).catch((error) => {
    throw new StartError(
      `The password file "${path}" cannot be read: ${systemErrorReason(error)}. Run probe --create-user.`,
    );
  });
  // A credential of systemd belongs to root, with an access list as its group.
  const mustNot = found.uid === process.getuid?.() ? 0o077 : 0o007;
  if ((found.mode & mustNot) !== 0)
    throw new StartError(`The password file "${path}" can be used by other accounts. Run chmod 600 on it.`);
  const password = (
    await readFile(path, 'utf8').catch((error) => {
      throw new StartError(`The password file "${path}" cannot be read: ${systemErrorReason(error)}.`);
    })
  ).trim();
  if (password === '') throw new StartError(`The password file "${path}" is empty. Run probe --create-user.`);
  return { password, changedAt: found.mtimeMs };
}

const seconds = (ms: number) => ms / secondMs;

function samplesOf({ took, failure, certificateEnds }: ProbeResult, now: number): Sample[] {
  return [
    { name: 'console_probe_success', value: Number(failure === null) },
    ...Array.from(
      took,
      ([step, ms]): Sample => ({ name: 'console_probe_duration_seconds', labels: { step }, value: seconds(ms) }),
    ),
    ...(certificateEnds
      ? [
          {
            name: 'console_probe_certificate_expiry_timestamp_seconds',
            value: seconds(certificateEnds.getTime()),
          } as const,
        ]
      : []),
    { name: 'console_probe_last_run_timestamp_seconds', value: seconds(now) },
  ];
}

function describe({ took, failure, certificateEnds }: ProbeResult): string {
  const times = Array.from(took, ([step, ms]) => `${step} ${seconds(ms).toFixed(3)} s`).join(', ');
  const until = certificateEnds ? `, certificate until ${certificateEnds.toISOString().slice(0, 10)}` : '';
  return failure ? `failed at ${failure.step}: ${failure.message} (${times}${until})` : `ok: ${times}${until}`;
}

async function pushTo(address: URL, text: string): Promise<void> {
  const target = new URL(`${address.pathname.replace(/\/$/, '')}/metrics/job/console-probe`, address);
  const answer = await fetch(target, { method: 'PUT', body: text, signal: AbortSignal.timeout(10 * secondMs) }).catch(
    ({ cause, message }) => {
      throw new StartError(`${address.origin} cannot be reached: ${cause?.code ?? message}.`);
    },
  );
  if (!answer.ok) throw new StartError(`${address.origin} rejects the metrics (${answer.status}).`);
}

/** Probes once and reports. Returns success, and the time of the last refusal. */
async function probeOnce(
  settings: ProbeSettings,
  { textfile, push }: ProbeOptions,
  refusedAt: number,
  print: (line: string) => void,
): Promise<{ isOk: boolean; refusedAt: number }> {
  const found = await readPassword(settings.passwordFile).catch((error) => {
    if (error instanceof StartError) return error;
    throw error;
  });
  const again = refusedAt + pauseMs;
  const isPaused = !(found instanceof StartError) && Date.now() < again && found.changedAt <= refusedAt;
  const pause = `skipped because the last sign-in was refused. The next try is at ${new Date(again).toISOString()} or with another password`;
  const { password = '', message = isPaused ? pause : null } = found as { password?: string; message?: string };
  const result = await runProbe({ publicUrl: settings.publicUrl, email: settings.email, password }, message);
  const { failure } = result;
  const refused = message !== null ? refusedAt : failure?.isRefusal ? Date.now() : 0;
  const text = formatSamples(samplesOf(result, Date.now()));
  print(describe(result));
  if (textfile !== null)
    await writeMetricFile(textfile, refused > 0 ? `${text}# refused at ${Math.floor(seconds(refused))}\n` : text);
  if (push) await pushTo(push, text);
  return { isOk: failure === null, refusedAt: refused };
}

/** Probes once, or repeatedly until `stop`. Returns the last success. */
export async function probe(
  settings: ProbeSettings,
  options: ProbeOptions,
  print: (line: string) => void,
  stop: AbortSignal,
): Promise<boolean> {
  let refusedAt = await readRefusedAt(options.textfile);
  for (;;) {
    const began = Date.now();
    const last = await probeOnce(settings, options, refusedAt, print).catch((error) => {
      // If the folder of metrics or the Pushgateway is gone, the next report may succeed.
      if (options.everySeconds === null || !(error instanceof StartError)) throw error;
      print(error.message);
      return { isOk: false, refusedAt };
    });
    refusedAt = last.refusedAt;
    if (options.everySeconds === null) return last.isOk;
    const rest = Math.max(0, began + options.everySeconds * secondMs - Date.now());
    await delay(rest, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return true;
  }
}
