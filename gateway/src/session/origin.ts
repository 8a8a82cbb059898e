import type { FastifyRequest } from 'fastify';

/** Whether our own page sent the request: guard header, our Origin, and no sign of another site (PROTOCOLS 1.5). */
export function isFromOwnPage(request: FastifyRequest, publicUrl: URL): boolean {
  const { origin, 'x-csrf-guard': guard, 'sec-fetch-site': site } = request.headers;
  if (guard !== '1' || typeof origin !== 'string' || !URL.canParse(origin)) return false;
  // A sibling module is same-site, but not our origin.
  if (site !== undefined && site !== 'same-origin') return false;
  const sender = new URL(origin);
  if (sender.origin === publicUrl.origin) return true;
  // http is accepted only when the console itself is served by http.
  const scheme = sender.protocol === 'https:' || sender.protocol === publicUrl.protocol;
  return scheme && sender.host === request.host;
}
