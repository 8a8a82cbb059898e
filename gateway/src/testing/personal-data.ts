import type { TestClient } from './client.ts';
import { password } from './system.ts';

export const copyPersonalDataDocument = /* GraphQL */ `
  mutation Copy($input: CopyPersonalDataInput!) { copyPersonalData(input: $input) { path expiresAt } }
`;

export const copyPersonalData = (
  tab: TestClient,
  userId: unknown,
  headers = {},
  currentPassword: string | null = password,
) => tab.graphql(copyPersonalDataDocument, { input: { userId, currentPassword } }, headers);
