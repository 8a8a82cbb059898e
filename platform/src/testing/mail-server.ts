import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server on a free port. `received` is what it has taken. */
export async function startMailServer() {
  const received: { to: string | undefined; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) =>
      void text(stream).then((raw) => {
        received.push({ to: envelope.rcptTo[0]?.address, raw });
        done();
      }, done),
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  return {
    received,
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () => new Promise<void>((resolve) => void server.close(resolve)),
  };
}
