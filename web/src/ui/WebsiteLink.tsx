import { Anchor } from '@mantine/core';
import { httpAddress } from './httpAddress.ts';

/** A website as somebody entered it: a link where it is safely one, else the text. */
export function WebsiteLink({ address }: { address: string }) {
  const href = httpAddress(address);
  if (!href) return address;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm">
      {address}
    </Anchor>
  );
}
