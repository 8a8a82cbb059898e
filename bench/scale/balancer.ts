/** A round-robin TCP balancer for the servers on PORTS. A process of its own. */
import { connect, createServer, type Socket } from 'node:net';

const ports = (process.env.PORTS ?? '').split(' ').map(Number);
let turn = 0;

const endBoth = (one: Socket, other: Socket) => {
  one.on('error', () => other.destroy()).on('close', () => other.destroy());
};

createServer({ noDelay: true }, (from) => {
  const to = connect({ port: ports[turn++ % ports.length] ?? 0, host: '127.0.0.1', noDelay: true });
  endBoth(from, to);
  endBoth(to, from);
  from.pipe(to).pipe(from);
}).listen(Number(process.env.PORT), '127.0.0.1');
