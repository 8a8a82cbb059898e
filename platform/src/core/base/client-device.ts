import type { BlockList } from 'node:net';
import { clientUserAgentHeader, maxUserAgentLength } from '@console/contract/client-device';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { clientAddress, isTrustedGateway } from './client-address.ts';

export interface ClientDevice {
  userAgent: string | null;
  address: string;
}

/** Device of a request; behind a trusted gateway, the user's. */
export function clientDevice(request: FastifyRequest, trusted: BlockList): ClientDevice {
  const { [clientUserAgentHeader]: forwarded, 'user-agent': own } = request.headers;
  const given = isTrustedGateway(request, trusted) && typeof forwarded === 'string' ? forwarded : own;
  return { userAgent: given?.slice(0, maxUserAgentLength) || null, address: clientAddress(request, trusted) };
}

// An invented name would put the sender's text into an email.
const knownNames = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)] as string[]);
const nameOf = (name: string | undefined) => (name !== undefined && knownNames.has(name) ? name : null);

/** Browser and system of a user agent, without versions; null if unknown. */
export function describeUserAgent(userAgent: string | null): { browser: string | null; system: string | null } {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: nameOf(browser.name), system: nameOf(os.name) };
}
