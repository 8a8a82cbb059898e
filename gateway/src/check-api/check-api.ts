import { parseArgs } from 'node:util';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { readSettings, StartError } from '@console/server-base/settings';
import { settingList } from '../base/setting-list.ts';
import type { GatewaySettings } from '../base/settings.ts';
import { isCredential } from '../product-api/credential.ts';
import { boolOf, recordOf } from '../product-api/shape.ts';
import { CheckClient } from './check-client.ts';
import { type Finding, findingOf, unsentFinding } from './findings.ts';
import {
  type ApiCheck,
  type CheckInputValues,
  inputValueLabels,
  multiFactorCheck,
  readCallChecks,
} from './read-call-checks.ts';
import { rowReaders } from './row-readers.ts';
import { credentialsRefusal, signIn, signInCheck, signOutCheck, type Terminal } from './sign-in.ts';
import { tableOf } from './table.ts';
import { findingOfWrongKey } from './wrong-key.ts';

const usage = `Usage: check-api URL [--key=KEY]

Reads every list and detail of the product API at URL as the console would, and prints what it understood. It writes nothing.
Without a key (--key=KEY, or PRODUCT_API_KEY) it asks for an email and password, and ends its session afterwards.`;

class UsageError extends Error {}

function optionsOf(args: string[], env: Readonly<Record<string, string | undefined>>) {
  const { positionals, values } = parse(args);
  const [url = ''] = positionals;
  if (positionals.length !== 1 || !url.trim()) throw new UsageError('Give the URL of one product API.');
  const key = values.key ?? (env.PRODUCT_API_KEY || null);
  if (key !== null && !isCredential(key))
    throw new UsageError('The key has characters that a key cannot have. Copy the key again.');
  const settings: GatewaySettings = {
    ...readSettings(settingList, { ...env, PRODUCT_API_URL: url }),
    logLevel: 'silent',
    introspection: 'off',
    sandbox: 'off',
    docs: 'off',
  };
  return { settings, key };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { key: { type: 'string' } } });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Checks by read calls and a sign-in whether the console works. Returns the exit code: 0 it works, 1 it does not, 2 wrong usage. */
export async function checkApi(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
  signal?: AbortSignal,
): Promise<0 | 1 | 2> {
  let options: ReturnType<typeof optionsOf>;
  try {
    options = optionsOf(args, env);
    if (options.key === null && !terminal.isInteractive)
      throw new UsageError('There is no terminal to ask for an email and password. Give a key.');
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof StartError)) throw error;
    terminal.print(`${error.message}\n\n${usage}`);
    return 2;
  }
  const secrets = new Set<string>();
  const { findings, refusal } = await findingsOf(options, terminal, secrets, signal);
  const table = tableOf(findings, refusal);
  // Masks sent secrets, which an error message can contain, because users share the table.
  terminal.print([...secrets].reduce((text, secret) => text.replaceAll(secret, '[secret]'), table));
  return findings.some(({ isVital, isGood }) => isVital && !isGood) ? 1 : 0;
}

async function findingsOf(
  { settings, key }: ReturnType<typeof optionsOf>,
  terminal: Terminal,
  secrets: Set<string>,
  signal?: AbortSignal,
): Promise<{ findings: Finding[]; refusal: string | null }> {
  const client = new CheckClient(settings);
  const readers = rowReaders(settings);
  const findings: Finding[] = [];
  let values: CheckInputValues = {};
  let refusal: string | null = null;

  const check = async (one: ApiCheck): Promise<Readonly<Record<string, unknown>>> => {
    const missing = one.needs.filter((name) => values[name] === undefined);
    if (missing.length > 0 || signal?.aborted) {
      findings.push(
        unsentFinding(
          one,
          signal?.aborted ? 'stopped' : `needs ${missing.map((name) => inputValueLabels[name]).join(', ')}`,
        ),
      );
      return {};
    }
    const reply = await client.send(one.call, one.input?.(values as Required<CheckInputValues>), signal);
    findings.push(findingOf(one, reply, readers, settings));
    if (reply.failure?.code === 'UNAUTHENTICATED' && one.needs.includes('key')) {
      values.key = undefined;
      if (one.call === calls.apiUserDetail && key !== null) refuse('The key was rejected.', one.call);
    }
    const response = recordOf(reply.failure === null ? reply.response : null);
    const newValues = Object.entries(one.finds?.(response, values) ?? {}).filter(([, id]) => id != null);
    values = { ...Object.fromEntries(newValues), ...values };
    return response;
  };

  const refuse = (reason: string, ...refused: Call[]) => {
    refusal = reason;
    for (const finding of findings) if (refused.includes(finding.call)) finding.isGood = null;
  };

  try {
    if (key === null) {
      const email = (await terminal.ask('Email: ')).trim();
      const password = await terminal.askSecret('Password: ');
      if (password) secrets.add(password);
      values.email = email;
      const { enabled } = await check(multiFactorCheck);
      const reply = await signIn(client, terminal, { email, password, needsPasscode: boolOf(enabled) }, signal);
      findings.push(findingOf(signInCheck, reply, readers, settings));
      const reason = credentialsRefusal(reply);
      if (reason !== null) refuse(reason, calls.login);
    } else client.key = key;
    values.key = client.key ?? undefined;
    for (const secret of [client.key, client.token]) if (secret) secrets.add(secret);
    for (const one of readCallChecks) if (findings.every(({ call }) => call !== one.call)) await check(one);
    if (values.key !== undefined && !signal?.aborted) findings.push(await findingOfWrongKey(settings, readers, signal));
  } finally {
    if (key === null && client.key !== null) {
      // The session ends even if the check was stopped.
      findings.push(findingOf(signOutCheck, await client.send(signOutCheck.call), readers, settings));
    }
    await client.close();
  }
  return { findings, refusal };
}
