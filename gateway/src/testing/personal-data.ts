import type { TestClient } from './client.ts';
import { password } from './system.ts';

const copyPersonalDataDocument = /* GraphQL */ `
  mutation Copy($input: CopyPersonalDataInput!) { copyPersonalData(input: $input) { path expiresAt } }
`;

export const copyPersonalData = (
  tab: TestClient,
  userId: unknown,
  headers = {},
  currentPassword: string | null = password,
) => tab.graphql(copyPersonalDataDocument, { input: { userId, currentPassword } }, headers);

/** Erases a user who is deactivated; the email is as the caller types it. */
export const erasePerson = (
  tab: TestClient,
  userId: unknown,
  email: string,
  headers = {},
  currentPassword: string | null = password,
) =>
  tab.graphql(
    `mutation Erase($input: ErasePersonInput!) { erasePerson(input: $input) { user { id fullName email status } } }`,
    { input: { userId, email, currentPassword } },
    headers,
  );
