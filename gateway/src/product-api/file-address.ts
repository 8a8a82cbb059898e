import type { GatewaySettings } from '../settings.ts';

/** A platform file id: 128 random bits. */
export const fileId = /^[\w-]{22}$/;
const platformPath = /^\/files\/([\w-]{22})$/;

/**
 * Where a page may fetch a file that an answer names: the platform's own on our origin, others only from the hosts that the operator allows. Null for
 * everything else.
 */
export function fileAddress(
  address: unknown,
  settings: Pick<GatewaySettings, 'productApiUrl' | 'imageHosts' | 'publicUrl'>,
): string | null {
  if (typeof address !== 'string') return null;
  const own = platformPath.exec(address);
  if (own) return `/files/${own[1]}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const fromPlatform = url.origin === settings.productApiUrl.origin ? platformPath.exec(url.pathname) : null;
  if (fromPlatform) return `/files/${fromPlatform[1]}`;
  const scheme = url.protocol === 'https:' || (url.protocol === 'http:' && settings.publicUrl.protocol === 'http:');
  return scheme && !url.username && !url.password && settings.imageHosts.includes(url.host) ? url.href : null;
}
