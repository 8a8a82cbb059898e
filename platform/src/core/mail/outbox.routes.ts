import { isLocalAddress } from '@console/contract/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../access/services.ts';
import { notFound } from '../base/failure.ts';
import { outboxContentSecurityPolicy, outboxPage } from './outbox-page.ts';

const shown = 100;
const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** A foreign page that resolves its name to this machine (DNS rebinding) sends its own Host, and a proxy its own headers. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const url = `http://${headers.host}`;
  return (
    (address === '::1' || address.startsWith('127.')) &&
    URL.canParse(url) &&
    isLocalAddress(new URL(url)) &&
    !forwarded.some((name) => name in headers)
  );
}

/** `/outbox` and `/outbox.json`: the mails of a demo without a mail server. 404 for other machines. */
export function serveOutbox(app: FastifyInstance, { db, settings }: Pick<Services, 'db' | 'settings'>): void {
  if (settings.smtpUrl !== undefined || !settings.demo) return;

  const find = async (request: FastifyRequest<{ Querystring: { to?: string | string[] } }>) => {
    if (!isFromThisMachine(request)) throw notFound();
    const to = [request.query.to ?? ''].flat()[0]?.trim() ?? '';
    const mails = await db
      .selectFrom('mail')
      .selectAll()
      .$if(to !== '', (query) => query.where(({ fn }) => fn('lower', ['recipient']), '=', to.toLowerCase()))
      .orderBy('id', 'desc')
      .limit(shown)
      .execute();
    return { mails, to };
  };

  app.get<{ Querystring: { to?: string | string[] } }>('/outbox', async (request, reply) => {
    const { mails, to } = await find(request);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': outboxContentSecurityPolicy,
        'cache-control': 'no-store',
      })
      .send(outboxPage(mails, to));
  });

  app.get<{ Querystring: { to?: string | string[] } }>('/outbox.json', async (request, reply) => {
    const { mails } = await find(request);
    reply.header('cache-control', 'no-store');
    return {
      mails: mails.map(({ id, recipient, subject, body_text, body_html, created_at, expires_at }) => ({
        id,
        to: recipient,
        subject,
        text: body_text,
        html: body_html,
        created_at,
        expires_at,
      })),
    };
  });
}
