import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

const present = 0x01;
const verified = 0x04;
const hasCredential = 0x40;

/** Wrong behaviour of a page and a device. */
export interface PasskeyFaults {
  origin?: string;
  /** The site that the device signs for. */
  site?: string;
  /** The person was not verified. */
  unverified?: boolean;
  challenge?: string;
  type?: string;
}

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
}

/** A device with one passkey that responds like a browser, by default for `http://localhost:3000`. */
export function createPasskeyDevice(origin = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let count = 0;

  const clientData = (type: string, { challenge }: Options, faults: PasskeyFaults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (site: string, { unverified = false }: PasskeyFaults, credential = Buffer.alloc(0)) => {
    count += 1;
    const flags = present | (unverified ? 0 : verified) | (credential.length > 0 ? hasCredential : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(site), Buffer.from([flags]), counter, credential]);
  };
  const credential = (response: object) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    });

  return {
    id: base64url(id),
    /** The response to the options of `new_passkey`. */
    create(text: string, faults: PasskeyFaults = {}): string {
      const options = JSON.parse(text) as Options;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coseKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const authData = authenticatorData(faults.site ?? options.rp?.id ?? '', faults, attested);
      const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options, faults)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal'],
      });
    },
    /** The response to the options of `passkey_challenge`. */
    get(text: string, faults: PasskeyFaults = {}): string {
      const options = JSON.parse(text) as Options;
      const data = clientData('webauthn.get', options, faults);
      const authData = authenticatorData(faults.site ?? options.rpId ?? '', faults);
      return credential({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
        userHandle: null,
      });
    },
  };
}
