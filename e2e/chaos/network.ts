import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Link {
  ends: readonly [from: string, to: string];
  port: number;
  server: Server;
  setCut(isCut: boolean): void;
}

/** Forwards the bytes and the end of one socket to another, except while the link is cut. */
function forward(from: Socket, to: Socket, isCut: () => boolean): void {
  from.on('data', (chunk) => {
    if (!to.write(chunk)) from.pause();
  });
  to.on('drain', () => isCut() || from.resume());
  from.on('end', () => to.end());
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
}

async function openLink(ends: Link['ends'], target: number): Promise<Link> {
  const sockets = new Set<Socket>();
  const held = new Set<Socket>();
  let cut = false;
  const add = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay();
    socket.on('close', () => sockets.delete(socket));
  };
  const join = (inner: Socket) => {
    const outer = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    add(outer);
    forward(inner, outer, () => cut);
    forward(outer, inner, () => cut);
    if (cut) outer.pause();
    else inner.resume();
  };
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (inner) => {
    add(inner);
    if (cut) held.add(inner);
    else join(inner);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const setCut = (isCut: boolean) => {
    cut = isCut;
    for (const socket of sockets) if (!held.has(socket)) isCut ? socket.pause() : socket.resume();
    if (isCut) return;
    for (const socket of held) join(socket);
    held.clear();
  };
  return { ends, port: (server.address() as AddressInfo).port, server, setCut };
}

/** The connections between processes: a TCP proxy for each pair, which can be cut. */
export class Network {
  readonly #links: Link[] = [];

  /** The port at which process `from` reaches `port` of process `to`. */
  async link(from: string, to: string, port: number): Promise<number> {
    const link = await openLink([from, to], port);
    this.#links.push(link);
    return link.port;
  }

  /** Cuts a process off like lost packets: nothing passes, no connection is closed, and all continues afterwards. */
  cut(name: string): void {
    this.#setCut(name, true);
  }

  heal(name: string): void {
    this.#setCut(name, false);
  }

  /** Refuses connections to a process, as its own port does while it does not run. */
  refuse(name: string): void {
    for (const { ends, server } of this.#links) if (ends[1] === name) server.close();
  }

  accept(name: string): void {
    for (const { ends, server, port } of this.#links) if (ends[1] === name) server.listen(port, '127.0.0.1');
  }

  close(): void {
    for (const { server } of this.#links) server.close();
  }

  #setCut(name: string, isCut: boolean): void {
    for (const { ends, setCut } of this.#links) if (ends.includes(name)) setCut(isCut);
  }
}
