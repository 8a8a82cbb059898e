import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseTarget, deleteOldBackups } from './backup-target.ts';

test('BACKUP-10 --keep-days deletes older backups of ours and what killed ones have left, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  try {
    const embedded = gzipSync('#{"format":"console-backup","version":1}\n');
    const server = Buffer.from('console-backup/manifest.json\0');
    const encrypted = Buffer.from('age-encryption.org/v1\n-> X25519');
    const now = new Date('2026-11-28T12:00:00.500Z');
    const { path: newest } = await chooseTarget(folder, { now, isEncrypted: true, force: false });
    expect(newest).toBe(join(folder, 'console-20261128T120000Z.backup.age'));
    const files: Record<string, Buffer> = {
      'console-20261101T120000Z.backup': embedded,
      'console-20261102T120000Z.backup': server,
      'console-20261103T120000Z.backup.age': encrypted,
      'console-20261114T115959Z.backup.age': encrypted,
      'console-20261115T120000Z.backup': server,
      'console-20261128T120000Z.backup.age': encrypted,
      // Not backups of the console, by their beginning, their name or their date.
      'console-20261104T120000Z.backup': Buffer.from('a letter'),
      'console-20261105T120000Z.backup.copy': server,
      'mine-20261106T120000Z.backup': server,
      'console-20261399T120000Z.backup': server,
      'console-20261107T120000Z.backup.0123456789ab.unfinished': server,
      'console-20261128T110000Z.backup.0123456789ab.unfinished': server,
      'other.0123456789ab.unfinished': server,
    };
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), content);
      const isOld = name.startsWith('console-20261107') || name.startsWith('other');
      const time = isOld ? new Date('2026-11-07T12:00:00Z') : now;
      await utimes(join(folder, name), time, time);
    }
    expect(await deleteOldBackups(folder, { newest, days: 14, now })).toBe(4);
    expect((await readdir(folder)).toSorted()).toEqual(
      [
        'console-20261104T120000Z.backup',
        'console-20261105T120000Z.backup.copy',
        'console-20261115T120000Z.backup',
        'console-20261128T110000Z.backup.0123456789ab.unfinished',
        'console-20261128T120000Z.backup.age',
        'console-20261399T120000Z.backup',
        'mine-20261106T120000Z.backup',
        'other.0123456789ab.unfinished',
      ].toSorted(),
    );
    // The newest backup stays, however old it is.
    expect(await deleteOldBackups(folder, { newest, days: 14, now: new Date('2027-11-28T12:00:00Z') })).toBe(1);
    expect(await readdir(folder)).toContain('console-20261128T120000Z.backup.age');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
