import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Services } from '../../core/access/services.ts';
import type { Pepper } from '../../core/base/keys.ts';
import type { Database } from '../../core/database/schema.ts';
import type { EvidenceFile } from './review-evidence.ts';

/** Text to sign of a file, so that write access to the database alone cannot replace it. */
const signedText = (reviewId: number, kind: string, sha256: string) => `review evidence ${reviewId} ${kind} ${sha256}`;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export async function storeEvidence(
  trx: Transaction<Database>,
  { clock, pepper }: Pick<Services, 'clock' | 'pepper'>,
  reviewId: number,
  files: readonly EvidenceFile[],
): Promise<void> {
  const rows = files.map(({ kind, fileName, bytes }) => {
    const sha256 = hashOf(bytes);
    const proof = pepper.hash(signedText(reviewId, kind, sha256));
    return { review_id: reviewId, kind, file_name: fileName, bytes, sha256, proof, made_at: clock() };
  });
  await trx
    .insertInto('access_review_evidence')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A stored file, null if there is none. `isUnchanged`: its bytes match the signature. */
export async function readEvidence(
  { db, pepper }: Pick<Services, 'db' | 'pepper'>,
  reviewId: number,
  kind: EvidenceFile['kind'],
): Promise<(EvidenceFile & { isUnchanged: boolean }) | null> {
  const row = await db
    .selectFrom('access_review_evidence')
    .selectAll()
    .where('review_id', '=', reviewId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!row) return null;
  const { file_name: fileName, bytes, sha256, proof } = row;
  const isUnchanged = hashOf(bytes) === sha256 && pepper.matches(signedText(reviewId, kind, sha256), proof);
  return { kind, fileName, bytes, isUnchanged };
}

export async function readEvidenceList(db: Kysely<Database>, reviewIds: readonly number[]) {
  const rows = await db
    .selectFrom('access_review_evidence')
    .select([
      'review_id',
      'kind',
      'file_name',
      'sha256',
      'made_at',
      (eb) => eb.fn<number>('length', ['bytes']).as('size'),
    ])
    .where('review_id', 'in', [0, ...reviewIds])
    .orderBy('kind', 'desc')
    .execute();
  return rows.map(({ review_id, kind, file_name, sha256, made_at, size }) => ({
    reviewId: review_id,
    kind: kind.toUpperCase() as Uppercase<typeof kind>,
    fileName: file_name,
    byteCount: size,
    sha256,
    createdAt: made_at.toISOString(),
  }));
}

/** Signs the files again after a rotation of the secret. A file with an invalid signature keeps it, and is reported as changed. */
export async function signEvidence(db: Kysely<Database>, pepper: Pepper): Promise<void> {
  const rows = await db.selectFrom('access_review_evidence').select(['review_id', 'kind', 'sha256', 'proof']).execute();
  for (const { review_id, kind, sha256, proof } of rows) {
    const text = signedText(review_id, kind, sha256);
    if (proof === pepper.hash(text) || !pepper.matches(text, proof)) continue;
    await db
      .updateTable('access_review_evidence')
      .set({ proof: pepper.hash(text) })
      .where('review_id', '=', review_id)
      .where('kind', '=', kind)
      .execute();
  }
}
