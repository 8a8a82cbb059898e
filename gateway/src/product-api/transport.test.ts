import { expect, test } from 'vitest';
import { startFaultUpstream } from '../testing/fault-upstream.ts';
import { Transport } from './transport.ts';

test.each(['', '/', '/base', '/base/', '/a/b/'])(
  'REST-61 a path of the product API follows that of its address, which ends in %j, with one slash between',
  async (base) => {
    const transport = new Transport(new URL(`http://api.example${base}`));
    for (const path of ['incidents/x', '/incidents/x', '//incidents/x'])
      expect(transport.pathOf(path)).toBe(`${base.replace(/\/$/, '')}/incidents/x`);
    await transport.close();
  },
);

test('RELIABILITY-F12 T20 a redirect comes back as it is, and is not followed', async () => {
  const upstream = await startFaultUpstream();
  upstream.script('/a', { status: 302, headers: { location: `${upstream.origin}/b` } });
  const transport = new Transport(new URL(upstream.origin));
  const answer = await transport.exchange({ pool: 'other', method: 'GET', path: '/a', headers: {} });
  expect(answer.status).toBe(302);
  expect(upstream.sent('/b')).toEqual([]);
  await transport.close();
  await upstream.close();
});

test.each([10, 300_000])(
  'DESIGN-9 an answer of %i bytes that is expected comes as what was expected, any other as it is',
  async (length) => {
    const upstream = await startFaultUpstream();
    const transport = new Transport(new URL(upstream.origin));
    const text = 'abcdefghij'.repeat(length / 10);
    const expected = Buffer.from(text);
    const send = async (body: string) => {
      upstream.script('/a', { body });
      return (await transport.exchange({ pool: 'other', method: 'GET', path: '/a', headers: {}, expected })).bytes;
    };
    expect(await send(text)).toBe(expected);
    const middle = length / 2;
    const others = [`X${text.slice(1)}`, `${text.slice(0, middle)}X${text.slice(middle + 1)}`, `${text.slice(1)}X`];
    for (const other of [...others, text.slice(1), text.slice(0, -1), `${text}X`, `X${text}`, ''])
      expect((await send(other)).toString() === other).toBe(true);
    await transport.close();
    await upstream.close();
  },
);

test('RELIABILITY-F9 an answer without end is given up', async () => {
  const upstream = await startFaultUpstream();
  upstream.script('/a', { body: 'x'.repeat(33 * 1024 * 1024) });
  const transport = new Transport(new URL(upstream.origin));
  const answer = transport.exchange({ pool: 'other', method: 'GET', path: '/a', headers: {} });
  await expect(answer).rejects.toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
  await transport.close();
  await upstream.close();
});
