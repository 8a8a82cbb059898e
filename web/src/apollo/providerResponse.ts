/** The values that the identity provider put into the URL of `/login/callback`. */
export interface ProviderResponse {
  state: string;
  code: string | null;
  issuer: string | null;
  error: string | null;
}

const path = '/login/callback';
let taken: ProviderResponse | null = null;

/** Moves the response into memory before the router reads the URL and before the first request. A code is valid once: a reload finds none. */
export const moveProviderResponseToMemory = (): void => {
  taken = null;
  const { pathname, search } = window.location;
  if (pathname !== path || search === '') return;
  const query = new URLSearchParams(search);
  const state = query.get('state');
  if (state) taken = { state, code: query.get('code'), issuer: query.get('iss'), error: query.get('error') };
  window.history.replaceState(window.history.state, '', path);
};

/** The response, once. */
export const takeProviderResponse = (): ProviderResponse | null => {
  const answer = taken;
  taken = null;
  return answer;
};
