import { Anchor } from '@mantine/core';
import { httpAddress } from '../ui/navigation/httpAddress.ts';

/** A website as it was entered: a link if it is an http or https address, otherwise text. */
export function WebsiteLink({ address }: { address: string }) {
  const href = httpAddress(address);
  if (!href) return address;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm">
      {address}
    </Anchor>
  );
}
