import { connect, type Socket } from 'node:net';

/** A response without its body. */
export interface Received {
  status: number;
  bytes: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');

/**
 * One keep-alive connection that sends prepared requests and counts the bytes of the responses. An HTTP client would use as much CPU as the fastest server
 * that it measures.
 */
export class Connection {
  readonly #socket: Socket;
  #done: ((received: Received) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;
  #pending: Buffer = Buffer.alloc(0);
  #status = 0;
  #bytes = 0;
  /** Missing bytes of the body or chunk; -1 before the head or the size of a chunk. */
  #left = -1;
  #chunked = false;
  #inBody = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (data: Buffer) => this.#read(data));
    socket.on('error', (error) => this.#failed?.(error));
    socket.on('close', () => this.#failed?.(new Error('The server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  send(request: Buffer): Promise<Received> {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#bytes = 0;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #read(data: Buffer): void {
    this.#pending = this.#pending.length === 0 ? data : Buffer.concat([this.#pending, data]);
    while (this.#step());
  }

  /** Parses one piece of the pending bytes; false when more are needed. */
  #step(): boolean {
    if (!this.#inBody) return this.#head();
    if (this.#left >= 0) return this.#body();
    return this.#chunkSize();
  }

  #head(): boolean {
    const end = this.#pending.indexOf(headEnd);
    if (end < 0) return false;
    const head = this.#pending.toString('latin1', 0, end).toLowerCase();
    this.#pending = this.#pending.subarray(end + headEnd.length);
    this.#status = Number(head.slice(9, 12));
    this.#chunked = head.includes('transfer-encoding: chunked');
    this.#left = this.#chunked ? -1 : Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
    this.#inBody = true;
    return true;
  }

  #body(): boolean {
    const taken = Math.min(this.#left, this.#pending.length);
    this.#pending = this.#pending.subarray(taken);
    this.#left -= taken;
    this.#bytes += taken;
    if (this.#left > 0) return false;
    if (!this.#chunked) return this.#finish();
    // The line end after a chunk.
    if (this.#pending.length < lineEnd.length) return false;
    this.#pending = this.#pending.subarray(lineEnd.length);
    this.#left = -1;
    return true;
  }

  #chunkSize(): boolean {
    const end = this.#pending.indexOf(lineEnd);
    if (end < 0) return false;
    const size = Number.parseInt(this.#pending.toString('latin1', 0, end), 16);
    const last = size === 0;
    if (last && this.#pending.length < end + 2 * lineEnd.length) return false;
    this.#pending = this.#pending.subarray(end + lineEnd.length * (last ? 2 : 1));
    if (last) return this.#finish();
    this.#left = size;
    return true;
  }

  #finish(): boolean {
    this.#inBody = false;
    this.#done?.({ status: this.#status, bytes: this.#bytes });
    return false;
  }
}
