/** Error types (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive';

/** A failed SCIM request (RFC 7644, 3.12). */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, detail: string, scimType: ScimType | null = null, retryAfterSeconds?: number) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
