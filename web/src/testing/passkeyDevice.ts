import { vi } from 'vitest';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

/** The browser's result for the passkey `mine`; `response` is the part from the device. */
const credentialOf = (response: object) =>
  ({
    id: 'mine',
    rawId: bytes('mine'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes('client'), ...response },
  }) as unknown as Credential;

/** A device in place of the browser's, which returns passkeys until a test makes it fail. */
export const passkeyDevice = () => ({
  create: vi
    .spyOn(navigator.credentials, 'create')
    .mockImplementation(async () => credentialOf({ attestationObject: bytes('made') })),
  get: vi
    .spyOn(navigator.credentials, 'get')
    .mockImplementation(async () =>
      credentialOf({ authenticatorData: bytes('data'), signature: bytes('signed'), userHandle: bytes('1') }),
    ),
});

/** The options that a gateway sends for a new or an existing passkey. */
export const passkeyOptions = JSON.stringify({
  challenge: 'Yw',
  rp: { name: 'localhost' },
  user: { id: 'MQ', name: 'admin@demo.example', displayName: '' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
});
