import { lookup, Resolver } from 'node:dns/promises';
import { secondMs } from '../base/clock.ts';

/** Finds the addresses of a host. */
export type ResolveHost = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** As programs of this machine do, with its hosts file: for hosts that the operator has named. */
export const resolveAsSystem: ResolveHost = (host) => lookup(host, { all: true, verbatim: true });

/**
 * By DNS alone, for hosts that customers enter. The look-up of the system takes one of the process's four threads, which passwords and files need as well: a
 * name server that does not answer would hold it for half a minute. `nameServers`: by default those of the system.
 */
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
