/** An organisation of the stub, and how its list of users behaves. */
export interface StubOrganisation {
  /** The organisation's id. */
  id: number;
  users: number;
  /** The list has an ETag, and If-None-Match is heeded. */
  etag: boolean;
  /** Something in the list, outside of the first page, is another at each call. */
  changing: boolean;
}

/** Every organisation that the stub knows. Who asks says which one is theirs: the key is `org-{id}`, with anything after another hyphen. */
export const stubOrganisations = {
  twenty: { id: 20, users: 20, etag: false, changing: false },
  plain: { id: 1001, users: 1_000, etag: false, changing: false },
  changing: { id: 1002, users: 1_000, etag: false, changing: true },
  etag: { id: 1003, users: 1_000, etag: true, changing: false },
  tenThousand: { id: 10_000, users: 10_000, etag: true, changing: false },
  large: { id: 50_003, users: 50_000, etag: true, changing: false },
} as const satisfies Record<string, StubOrganisation>;

/** The key that asks for an organisation as its own; `who` tells several holders apart. */
export const keyOf = ({ id }: StubOrganisation, who = ''): string => (who === '' ? `org-${id}` : `org-${id}-${who}`);
