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

/** Every organisation that the stub knows. The key says who asks. */
export const stubOrganisations = {
  twenty: { id: 20, users: 20, etag: false, changing: false },
  plain: { id: 1001, users: 1_000, etag: false, changing: false },
  changing: { id: 1002, users: 1_000, etag: false, changing: true },
  etag: { id: 1003, users: 1_000, etag: true, changing: false },
  tenThousand: { id: 10_000, users: 10_000, etag: true, changing: false },
} as const satisfies Record<string, StubOrganisation>;

/** The key that asks for an organisation as its own; a client's number may follow. */
export const keyOf = ({ id }: StubOrganisation): string => `org-${id}`;
