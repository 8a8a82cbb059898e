import { createHash } from 'node:crypto';
import { isLocalAddress } from '@console/server-base/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { emailSpellings } from '../../core/database/email-spelling.ts';
import type { Services } from '../access/services.ts';
import { notFound } from '../base/failure.ts';
import type { Row } from '../database/schema.ts';
import { escapeHtml } from './mail-layout.ts';

const style = `:root{color-scheme:light dark;--line:#8a8f98;--soft:color-mix(in srgb,CanvasText 65%,Canvas)}
body{margin:0 auto;max-width:52rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
h1{font-size:1.5rem;margin:0 0 1rem}h2{font-size:1.125rem;margin:0 0 .5rem;overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:0 0 1rem}label{flex:1 1 14rem}
input{display:block;box-sizing:border-box;width:100%}input,button{font:inherit;padding:.4rem .6rem;min-height:2.5rem}
ol{list-style:none;padding:0;margin:1rem 0}li{border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:0 0 1rem}
p{margin:0 0 .75rem;color:var(--soft);overflow-wrap:anywhere}pre{margin:.5rem 0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
details pre{font:.875rem/1.5 ui-monospace,monospace}`;

/** The page uses its own style and submits its form to itself. */
const outboxContentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const item = ({ recipient, subject, created_at, body_text, body_html }: Row<'mail'>) => `<li>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(recipient)} · <time datetime="${created_at.toISOString()}">${created_at.toISOString().replace('T', ' ').slice(0, 19)} UTC</time></p>
<pre>${withLinks(escapeHtml(body_text ?? ''))}</pre>
<details><summary>Source of the HTML version</summary><pre>${escapeHtml(body_html ?? '')}</pre></details>
</li>`;

// In escaped text no character of a URL can end the attribute.
const withLinks = (escaped: string) =>
  escaped.replace(/https?:\/\/[^\s<>"']+/g, (address) => `<a href="${address}" rel="noreferrer">${address}</a>`);

/** The outbox as a page without scripts; every text is escaped. */
function outboxPage(mails: Row<'mail'>[], to: string): string {
  const count = mails.length === 1 ? '1 email' : `${mails.length} emails`;
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox</title><style>${style}</style></head>
<body><main><h1>Outbox</h1>
<form action="/outbox"><label>Recipient <input name="to" type="email" autocomplete="off" value="${escapeHtml(to)}"></label><button>Show</button></form>
<p role="status">${to ? `${count} to ${escapeHtml(to)}` : count}, newest first. Nothing here leaves this machine. <a href="/outbox">Show all</a></p>
<ol>${mails.map(item).join('\n')}</ol>
</main></body></html>`;
}

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

/** `/outbox` and `/outbox.json`: emails of a platform for this machine without a mail server. 404 for other machines. */
export function serveOutbox(app: FastifyInstance, { db, settings }: Pick<Services, 'db' | 'settings'>): void {
  if (!settings.hasOutbox) return;

  const find = async (request: FastifyRequest<{ Querystring: { to?: string | string[] } }>) => {
    if (!isFromThisMachine(request)) throw notFound();
    const to = [request.query.to ?? ''].flat()[0]?.trim() ?? '';
    const mails = await db
      .selectFrom('mail')
      .selectAll()
      .$if(to !== '', (query) => query.where(({ fn }) => fn('lower', ['recipient']), 'in', emailSpellings([to])))
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
