import { bothForms } from '@console/contract/fields/shown-domain';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { CopyableId } from '../feedback/CopyableId.tsx';
import { graphql } from '../gql/gql.ts';
import { formatDay } from '../ui/values/format.ts';
import type { PanelSingleSignOn } from './singleSignOnValues.ts';

const verifyDocument = graphql(`
  mutation SsoDomains_Verify($input: VerifySsoDomainInput!) {
    verifySsoDomain(input: $input) { organisation { id ...SingleSignOnPanel_organisation } }
  }
`);

type Domain = PanelSingleSignOn['domains'][number];

interface SsoDomainsProps {
  id: string;
  domains: readonly Domain[];
  mayVerify: boolean;
  /** Whether the viewer can verify a domain that has no record. */
  mayVouch: boolean;
}

/** The email domains, each with its TXT record. */
export function SsoDomains({ id, domains, mayVerify, mayVouch }: SsoDomainsProps) {
  if (domains.length === 0)
    return <Text c="dimmed">No domains yet. No one can use single sign-on until a domain is verified.</Text>;
  return (
    <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {domains.map((domain) => (
        <li key={domain.domain}>
          <OneDomain id={id} domain={domain} mayVerify={mayVerify} mayVouch={mayVouch} />
        </li>
      ))}
    </Stack>
  );
}

interface OneDomainProps extends Omit<SsoDomainsProps, 'domains'> {
  domain: Domain;
}

function OneDomain({ id, domain: given, ...may }: OneDomainProps) {
  const { domain, record, verifiedAt, verifiedByAdministrator, recordMissingSince } = given;
  const { mutate, busy } = useMutationAction(verifyDocument, { success: `${domain} is verified`, keyed: false });
  const verify = (withoutRecord: boolean) =>
    void mutate({ input: { organisationId: id, domain, withoutRecord } }).catch(() => undefined);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={500}>{bothForms(domain)}</Text>
        <Badge color={verifiedAt ? 'green' : 'gray'}>{verifiedAt ? 'Verified' : 'Not verified'}</Badge>
        {recordMissingSince && <Badge color="yellow">Record missing</Badge>}
        {verifiedByAdministrator && <Text size="sm">by an Administrator</Text>}
      </Group>
      {recordMissingSince && (
        <Text size="sm">
          The domain’s TXT record has been missing since {formatDay(new Date(recordMissingSince))}. Single sign-on still
          works. If the organisation no longer owns the domain, remove it.
        </Text>
      )}
      {(!verifiedAt || recordMissingSince) && may.mayVerify && (
        <>
          <Text size="sm">Add this TXT record to the domain’s DNS, then verify the domain:</Text>
          <CopyableId id={record} label={`Copy the TXT record of ${domain}`} />
          <Group gap="sm">
            <Button variant="default" loading={busy} aria-label={`Verify ${domain}`} onClick={() => verify(false)}>
              Verify
            </Button>
            {may.mayVouch && (
              <Button
                variant="default"
                disabled={busy}
                aria-label={`Verify without a DNS record: ${domain}`}
                onClick={() => verify(true)}
              >
                Verify without a DNS record
              </Button>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}
