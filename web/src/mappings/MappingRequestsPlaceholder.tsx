import { Skeleton, Stack } from '@mantine/core';

/** Number of requests that are shown outside their list. */
const maxMappingRequests = 3;

/** Reserves the space of this many requests while they load. */
export function MappingRequestsPlaceholder({ count }: { count: number }) {
  return (
    <Stack gap="xs" aria-hidden>
      {Array.from({ length: Math.min(count, maxMappingRequests) }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same placeholders in the same order
        <Skeleton key={place} h={{ base: 66, sm: 36 }} />
      ))}
    </Stack>
  );
}
