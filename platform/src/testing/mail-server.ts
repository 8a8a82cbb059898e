import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server on a free port. `received` has its emails with their times; with a `refuse` text it accepts none. */
export async function startMailServer() {
  const answers: { refuse: string | null } = { refuse: null };
  const received: { at: number; to: string | undefined; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(answers.refuse === null ? null : Object.assign(new Error(answers.refuse), { responseCode: 451 })),
    onData: (stream, { envelope }, done) =>
      void text(stream).then((raw) => {
        received.push({ at: performance.now(), to: envelope.rcptTo[0]?.address, raw });
        done();
      }, done),
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  return {
    answers,
    received,
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () => new Promise<void>((resolve) => void server.close(resolve)),
  };
}
