import { vi } from 'vitest';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

/** What the browser gives for the passkey `mine`; `response` is what the device adds. */
const credentialOf = (response: object) =>
  ({
    id: 'mine',
    rawId: bytes('mine'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes('client'), ...response },
  }) as unknown as Credential;

/** A device instead of the browser's: gives passkeys until a test makes it fail. */
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

/** Options of a gateway for either. */
export const passkeyOptions = JSON.stringify({
  challenge: 'Yw',
  rp: { name: 'localhost' },
  user: { id: 'MQ', name: 'admin@demo.example', displayName: '' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
});
