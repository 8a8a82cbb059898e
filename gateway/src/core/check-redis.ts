import { once } from 'node:events';
import { Redis } from 'ioredis';

const timeoutMs = 8_000;

interface Check {
  level: 'ok' | 'warning' | 'problem';
  text: string;
}

/** Checks the settings of REDIS_URL's server without changes. */
export async function checkRedis(url: URL): Promise<Check> {
  const client = new Redis(url.href, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  const failed = once(client, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  try {
    const [server, memory, persistence] = await Promise.race([failed, readInfo(client)]);
    return describeRedis(server, memory, persistence);
  } catch (error) {
    // The text is left out: a server may repeat what it was sent.
    const { code, message } = error as NodeJS.ErrnoException;
    const isRefused = /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid|AUTH))/.test(message);
    const why = isRefused ? 'rejects the user or password' : `cannot be reached (${code ?? 'no response'})`;
    return { level: 'problem', text: `The server ${why}. Correct REDIS_URL, or start it.` };
  } finally {
    client.disconnect();
  }
}

async function readInfo(client: Redis): Promise<[string, string, string]> {
  await client.connect();
  return [await client.info('server'), await client.info('memory'), await client.info('persistence')];
}

const fieldOf = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';

function describeRedis(server: string, memory: string, persistence: string): Check {
  const problems = [
    fieldOf(memory, 'maxmemory') === '0' && 'Set maxmemory. Without it, callers decide how much is stored.',
    fieldOf(memory, 'maxmemory_policy') !== 'volatile-lru' && 'Set maxmemory-policy to volatile-lru.',
    fieldOf(persistence, 'aof_enabled') !== '1' &&
      'Set appendonly to yes. Without it, repeated requests run again after a restart.',
  ].filter((problem) => problem !== false);
  if (problems.length > 0) return { level: 'warning', text: problems.join(' ') };
  return { level: 'ok', text: `Version ${fieldOf(server, 'redis_version')} is configured as documented.` };
}
