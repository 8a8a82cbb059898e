/** The parameters by which an address brings a token into the console, and the page that each one is for. */
const pages = { sessionToken: '/login', reset_password_token: '/reset-password', token: '/org-onboard' } as const;
type TokenParameter = keyof typeof pages;

const taken = new Map<TokenParameter, string>();

/**
 * Takes the tokens out of the address that the page was opened with, into this tab's memory. To be called before the router reads the address and before
 * anything is asked for: the history, what is sent and what a screenshot shows must not hold them. One that came to another page is not kept: it would be
 * used when nobody expects it.
 */
export const takeAddressTokens = (): void => {
  taken.clear();
  const address = new URL(window.location.href);
  for (const parameter of Object.keys(pages) as TokenParameter[]) {
    const token = address.searchParams.get(parameter);
    if (token === null) continue;
    if (token && address.pathname === pages[parameter]) taken.set(parameter, token);
    address.searchParams.delete(parameter);
    window.history.replaceState(window.history.state, '', address);
  }
};

export const addressToken = (parameter: TokenParameter): string | null => taken.get(parameter) ?? null;

export const forgetAddressToken = (parameter: TokenParameter): void => void taken.delete(parameter);
