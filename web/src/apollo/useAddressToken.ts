import { useEffect, useState } from 'react';
import { addressToken, removeStoredToken, storeTokenForReload, type TokenParameter } from './addressTokens.ts';

/** The token that opened this page. It survives a reload only while the page is open: the next user of this tab must not find it. */
export const useAddressToken = (parameter: TokenParameter): string | null => {
  const [token] = useState(() => addressToken(parameter));
  useEffect(
    function storeWhilePageIsOpen() {
      storeTokenForReload(parameter);
      return () => removeStoredToken(parameter);
    },
    [parameter],
  );
  return token;
};
