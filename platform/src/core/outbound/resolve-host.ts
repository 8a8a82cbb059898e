import { lookup, Resolver } from 'node:dns/promises';
import { secondMs } from '../base/clock.ts';

export type ResolveHost = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** Resolves like other programs of this machine, with its hosts file: for hosts that the operator has named. */
export const resolveAsSystem: ResolveHost = (host) => lookup(host, { all: true, verbatim: true });

/** Resolves by DNS alone: the system's look-up takes one of four threads, up to 30 s. `nameServers`: by default the system's. */
export function createPublicResolver(nameServers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: secondMs, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const of = (found: PromiseSettledResult<string[]>, family: number) =>
      found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
    const addresses = [...of(four, 4), ...of(six, 6)];
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
    return addresses;
  };
}
