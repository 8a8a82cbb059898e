import { calls } from '@console/contract/calls/all';
import type { GatewaySettings } from '../base/settings.ts';

/** A platform file id: 128 random bits. */
export const fileIdPattern = /^[\w-]{22}$/;
const platformPath = /^\/files\/([\w-]{22})$/;
const longestAddress = 2_000;

type AddressSettings = Pick<GatewaySettings, 'productApiUrl' | 'imageHosts' | 'publicUrl'>;

/** URL of a file for pages: the platform's on our origin, others from allowed hosts; null otherwise. */
export function fileAddress(address: unknown, settings: AddressSettings): string | null {
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

/** Paths of writing GET calls, which an image's URL must not reach: it is fetched with the viewer's key. */
const writingPaths = Object.values(calls)
  .filter(({ method, kind }) => method === 'GET' && kind !== 'read')
  .map(({ path }) => path);

/** Path and query on the product API's origin, also from a relative URL; null for another origin or a writing call. */
export function pathOnProductApi(address: unknown, { productApiUrl }: AddressSettings): string | null {
  if (typeof address !== 'string' || address.trim() === '' || address.length > longestAddress) return null;
  const base = new URL(productApiUrl.href.replace(/\/*$/, '/'));
  if (!URL.canParse(address, base)) return null;
  const { origin, username, password, pathname, search } = new URL(address, base);
  if (origin !== base.origin || username || password) return null;
  return isWritingPath(pathname) ? null : `${pathname}${search}`;
}

/** Servers differ in case, doubled slashes, escapes and path suffixes, so all of them are ignored. */
function isWritingPath(pathname: string): boolean {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return true;
  }
  const plain = path.toLowerCase().replace(/[/\\]+/g, '/');
  return writingPaths.some((writing) => plain.includes(writing.toLowerCase()));
}
