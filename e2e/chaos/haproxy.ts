import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../deploy/haproxy/haproxy.cfg');

interface Addresses {
  /** Ports on which HAProxy listens: for browsers and programs, and for gateways. */
  console: number;
  productApi: number;
  /** URLs of the servers by name. Servers of the file that have no URL are left out. */
  servers: Record<string, string>;
}

/** The HAProxy configuration of deploy/ with other addresses and without TLS. */
export function haproxyConfig({ console, productApi, servers }: Addresses): string {
  return readFileSync(file, 'utf8')
    .replace('maxconn 4000', 'maxconn 1000')
    .replace(/^frontend http\n( {2}.*\n)+\n/m, '')
    .replace(/^# Metrics .*\nfrontend metrics\n( {2}.*\n)+/m, '')
    .replace(/^ {2}bind "\$\{BIND_HTTPS\}" .*$/m, `  bind 127.0.0.1:${console}`)
    .replace(/^ {2}bind "\$\{BIND_PRODUCT_API\}"$/m, `  bind 127.0.0.1:${productApi}`)
    .replace(/^ {2}server (\S+) \S+\n?/gm, (_, name: string) =>
      servers[name] === undefined ? '' : `  server ${name} ${servers[name]}\n`,
    );
}
