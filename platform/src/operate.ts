/** Operator commands: `bin/node platform/src/operate.ts COMMAND` in a release tree, `npm run COMMAND` in a checkout. */
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { readSecret } from '@console/server-base/secret-file';
import { StartError } from '@console/server-base/settings';
import { switchPasscodesOff } from './config/switch-passcodes-off.ts';
import { systemClock } from './core/base/clock.ts';
import { createPepper } from './core/base/keys.ts';
import { type PlatformSettings, readPlatformSettings } from './core/base/settings.ts';
import { openDatabase } from './core/database/database.ts';
import { explainServerError } from './core/database/server-state.ts';
import { allowAddress, parseAllowAddress } from './operator/allow-address.ts';
import { streamAudit } from './operator/audit-stream.ts';
import { backup, restore, verify } from './operator/backup-commands.ts';
import { deleteOrganisation, planDeletion } from './operator/delete-organisation.ts';
import { doctor } from './operator/doctor.ts';
import { exportOrganisation } from './operator/export-organisation.ts';
import { findAddressHash } from './operator/find-address-hash.ts';
import { fromHere } from './operator/from-here.ts';
import { runGatewayCommand } from './operator/gateway-command.ts';
import { type ImportTarget, importFile } from './operator/import-file.ts';
import { openServerData } from './operator/open-data-folder.ts';
import { openOnce } from './operator/open-once.ts';
import { sendToPlatform } from './operator/operator-client.ts';
import { type OperatorCommand, parseOperatorCommand, runOperatorCommand } from './operator/operator-commands.ts';
import { rotateSecrets } from './operator/rotate-secrets.ts';
import { runOnPlatform } from './operator/run-on-platform.ts';
import { runProbeCommand } from './operator/run-probe-command.ts';
import { eraseAgain } from './privacy/erase-again.ts';
import { rewriteErasedFiles } from './privacy/rewrite-files.ts';
import { importBatch } from './users/import-batch.ts';
import type { LineResult } from './users/import-users.ts';

function readArguments(args: string[], flags: string[], usage: string): { file: string; values: Set<string> } {
  try {
    const options = Object.fromEntries(flags.map((name) => [name, { type: 'boolean' } as const]));
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...rest] = positionals;
    if (file && rest.length === 0) return { file: fromHere(file), values: new Set(Object.keys(values)) };
  } catch {
    // Unknown options print the usage.
  }
  throw new StartError(usage);
}

async function act(name: OperatorCommand['act'], args: string[], settings: PlatformSettings): Promise<string> {
  const isForAll = name === 'end-sessions' && args[0] === '--all';
  const [email, ...rest] = args;
  if (!email || rest.length > 0 || (email.startsWith('-') && !isForAll))
    throw new StartError(`Usage: ${name} EMAIL${name === 'end-sessions' ? ', or --all' : ''}`);
  const request = { act: name, email: isForAll ? null : email, operator: userInfo().username };
  const text = await runOnPlatform(settings, { command: 'act', ...request }, (services) =>
    runOperatorCommand(services, parseOperatorCommand(request)),
  );
  return `${text}\n`;
}

/** Imports through the running platform of this data folder, or into the database itself, which is opened once. */
async function importLines(args: string[], settings: PlatformSettings): Promise<string> {
  const usage = 'Usage: import FILE [--dry-run] [--invite]';
  const { file, values } = readArguments(args, ['dry-run', 'invite'], usage);
  const common = { is_inviting: values.has('invite'), operator: userInfo().username };
  const opened = openOnce(settings, { isMailing: common.is_inviting });
  const target: ImportTarget = {
    report: (text) => void process.stderr.write(`${text}\n`),
    async send(lines, { is_check }) {
      const request = { is_check, ...common, lines };
      const answer = await sendToPlatform(settings.dataDir, { command: 'import', ...request });
      answer?.close();
      return answer ? (answer.value.results as LineResult[]) : importBatch(await opened.services(), request);
    },
  };
  try {
    return `${await importFile(target, file, { isDryRun: values.has('dry-run') })}\n`;
  } finally {
    await opened.close();
  }
}

async function allow(args: string[], settings: PlatformSettings): Promise<string> {
  const removes = args.includes('--remove');
  const [address, ...rest] = args.filter((arg) => arg !== '--remove');
  if (!address || rest.length > 0 || address.startsWith('-'))
    throw new StartError('Usage: allow-address ADDRESS [--remove]');
  const request = { address, removes, operator: userInfo().username };
  const text = await runOnPlatform(settings, { command: 'allow-address', ...request }, (services) =>
    allowAddress(services, parseAllowAddress(request)),
  );
  return `${text}\n`;
}

async function passcodesOff(args: string[], settings: PlatformSettings): Promise<string> {
  const [email, ...rest] = args;
  if (!email || rest.length > 0) throw new StartError('Usage: passcodes-off EMAIL');
  const db = await openDatabase(settings);
  try {
    return `${await switchPasscodesOff({ db, clock: systemClock }, email)}\n`;
  } finally {
    await db.destroy();
  }
}

async function erase(args: string[], settings: PlatformSettings): Promise<string> {
  const { file } = readArguments(args, [], 'Usage: erase-again FILE');
  const running = await sendToPlatform(settings.dataDir, { command: 'status' });
  running?.close();
  if (running) throw new StartError('A platform is running on this DATA_DIR. Stop it first. Nothing was changed.');
  const secrets = await readSecrets(settings);
  const db = await openDatabase(settings);
  try {
    const services = { db, clock: systemClock, pepper: createPepper(secrets), isEmbedded: !settings.databaseUrl };
    return `${await eraseAgain(services, { path: file, operator: userInfo().username })}\n`;
  } finally {
    await db.destroy();
  }
}

async function removeOrganisation(args: string[], settings: PlatformSettings): Promise<string> {
  const isDryRun = args.includes('--dry-run');
  const [text = '', ...rest] = args.filter((arg) => arg !== '--dry-run');
  if (!/^[1-9]\d{0,8}$/.test(text) || rest.length > 0)
    throw new StartError('Usage: delete-organisation ID [--dry-run]');
  const id = Number(text);
  const pepper = createPepper(await readSecrets(settings));
  const db = await openDatabase(settings);
  try {
    const plan = await planDeletion(db, id);
    if (isDryRun) return `${plan.text}\nNothing was changed.\n`;
    process.stderr.write(`${plan.text}\nThis cannot be undone. Type the name of the organisation to delete it: `);
    const lines = createInterface({ input: process.stdin });
    const [name] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
    lines.close();
    const given = { id, name: String(name ?? ''), operator: userInfo().username };
    const done = await deleteOrganisation({ db, clock: systemClock, pepper, settings }, given);
    if (!settings.databaseUrl) await rewriteErasedFiles(db);
    return `${done}\n`;
  } finally {
    await db.destroy();
  }
}

/** Secrets with which ERASED_IDS was written. */
async function readSecrets({ secrets, dataDir }: PlatformSettings): Promise<readonly string[]> {
  if (secrets.length > 0) return secrets;
  const stored = await readSecret(dataDir, 'platform');
  if (stored === null)
    throw new StartError(`DATA_DIR "${dataDir}" has no secrets. Set PLATFORM_SECRET. Nothing was changed.`);
  return stored.split(',');
}

async function rotate(args: string[], settings: PlatformSettings): Promise<string> {
  if (args.length > 0) throw new StartError('Usage: rotate-secrets');
  const names = await rotateSecrets(settings, userInfo().username);
  return `Created new secrets in ${settings.dataDir}: ${names.join(', ')}. The earlier ones are accepted until the next rotation.\n`;
}

const commands: Record<string, (args: string[], settings: PlatformSettings) => Promise<string>> = {
  backup,
  restore,
  'verify-data': verify,
  import: importLines,
  'make-administrator': (args, settings) => act('make-administrator', args, settings),
  'rotate-secrets': rotate,
  unlock: (args, settings) => act('unlock', args, settings),
  'end-sessions': (args, settings) => act('end-sessions', args, settings),
  'passcodes-off': passcodesOff,
  'allow-address': allow,
  'export-organisation': exportOrganisation,
  'delete-organisation': removeOrganisation,
  'erase-again': erase,
};

/** Commands that read their settings themselves and return an exit code. */
const programs: Record<string, (args: string[]) => Promise<number>> = {
  async doctor(args) {
    const { output, isInOrder } = await doctor(args, process.env);
    process.stdout.write(output);
    return isInOrder ? 0 : 1;
  },
  'check-api': (args) => runGatewayCommand('check-api', args),
  'audit-stream': (args) => streamAudit(process.env, args),
  async 'address-hash'(args) {
    process.stdout.write(await findAddressHash(process.env, args));
    return 0;
  },
  probe: (args) => runProbeCommand(args, process.env),
};

async function explainFailure(failure: unknown): Promise<StartError | null> {
  const databaseUrl = process.env.DATABASE_URL?.trim();
  const data = databaseUrl ? await openServerData(databaseUrl).catch(() => null) : null;
  return data && explainServerError(failure, data.db).finally(data.close);
}

try {
  const [name = '', ...args] = process.argv.slice(2);
  const [command, program] = [commands[name], programs[name]];
  const names = [...Object.keys(commands), ...Object.keys(programs)];
  if (!command && !program) throw new StartError(`There is no command "${name}". Commands: ${names.join(', ')}.`);
  if (program) process.exitCode = await program(args);
  if (command) process.stdout.write(await command(args, readPlatformSettings(process.env)));
} catch (failure) {
  const error = failure instanceof StartError ? failure : await explainFailure(failure);
  if (!error) throw failure;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
