import { isIP } from 'node:net';
import { addressHash } from '@console/server-base/log-addresses';
import { readSecret } from '@console/server-base/secret-file';
import { readSettings, StartError, secretsSetting, sharedSettings } from '@console/server-base/settings';

const { gatewaySecrets, dataDir } = sharedSettings;
/** Settings of either process: a gateway has SESSION_SECRET, but no platform settings. */
const settingList = { gatewaySecrets, sessionSecrets: secretsSetting('SESSION_SECRET', ''), dataDir };

/** Hash of an address in the log: with the shared secret, otherwise with SESSION_SECRET. */
export async function findAddressHash(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Promise<string> {
  const [address = '', ...rest] = args;
  if (isIP(address) === 0 || rest.length > 0)
    throw new StartError('Usage: address-hash ADDRESS, such as 203.0.113.7 or 2001:db8::1');
  const { gatewaySecrets: shared, sessionSecrets, dataDir: folder } = readSettings(settingList, env);
  const stored = async (name: string) => (await readSecret(folder, name))?.split(',')[0];
  const secret = shared[0] ?? (await stored('gateway')) ?? sessionSecrets[0] ?? (await stored('session'));
  if (secret === undefined)
    throw new StartError(
      'GATEWAY_SECRET is not set and DATA_DIR has no gateway.secret. Run the command with the settings of a gateway.',
    );
  return `${addressHash(secret, address)}\n`;
}
