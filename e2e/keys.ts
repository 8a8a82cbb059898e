import { expect, type Page } from '@playwright/test';

/** Sends a document like a program, as docs/integrating.md describes. */
export async function ask(url: string, key: string, query: string, variables: object = {}) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, variables }),
  });
  return answer.json();
}

/** The error codes of a response. */
export const codesOf = ({ errors = [] }: { errors?: { extensions: { code: string } }[] }) =>
  errors.map(({ extensions }) => extensions.code);

/** Reads the new key from the dialog that shows it once. */
export async function readNewKey(page: Page): Promise<string> {
  await expect(page.getByRole('dialog', { name: 'Copy your API key' })).toBeVisible();
  return page.getByLabel('API key', { exact: true }).inputValue();
}
