import type { FragmentType } from '@apollo/client';
import { maxWebhooksPerOrganisation } from '@console/contract/rules';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { OrganisationWebhooks_OrganisationFragment } from '../gql/graphql.ts';
import { useCopyOnce } from '../ui/dialog/useCopyOnce.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { addWebhook } from './cachedWebhooks.ts';
import { isHandledHere } from './handledFailures.ts';
import type { ConfirmedWebhook, WebhookDialogProps } from './WebhookDialog.tsx';
import type { WebhookSectionProps } from './WebhookSection.tsx';
import { WebhookTable } from './WebhookTable.tsx';

const organisationFragment = graphql(`
  fragment OrganisationWebhooks_organisation on Organisation {
    id
    viewerCanManageWebhooks
    webhooks { id ...WebhookTable_webhook ...WebhookSection_webhook }
  }
`);

const createDocument = graphql(`
  mutation OrganisationWebhooks_Create($input: CreateWebhookInput!) {
    createWebhook(input: $input) { webhook { id ...WebhookTable_webhook ...WebhookSection_webhook } secret }
  }
`);

const WebhookDialog = lazyPart<WebhookDialogProps>(
  async () => (await import('./WebhookDialog.tsx')).WebhookDialog,
  whenOpened,
);
const WebhookSection = lazyPart<WebhookSectionProps>(
  async () => (await import('./WebhookSection.tsx')).WebhookSection,
  { loadOn: 'need' },
);

const secretTexts = {
  title: 'Copy the webhook secret',
  warning: 'This secret is shown only once. The receiver needs it to verify that events come from this console.',
  label: 'Secret',
  doneLabel: 'I have stored it',
  lost: {
    title: 'The secret cannot be shown',
    advice: 'A secret is shown only once. Rotate it to get a new one.',
  },
};

const whatWebhooksDo = `Webhooks send the events of this organisation to your own servers. You can create up to ${maxWebhooksPerOrganisation}, each with its own secret.`;

interface OrganisationWebhooksProps {
  organisation: FragmentType<OrganisationWebhooks_OrganisationFragment>;
  loading: boolean;
  onRetry: () => void;
}

/** The webhooks of an organisation; renders nothing if the viewer cannot manage any. */
export function OrganisationWebhooks({ organisation, loading, onRetry }: OrganisationWebhooksProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const [creating, setCreating] = useState(false);
  const [times, setTimes] = useState(0);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const secret = useCopyOnce(secretTexts);
  const organisationId = complete ? data.id : '';
  const { mutate, busy } = useMutationAction(createDocument, {
    success: 'Webhook created',
    fields: ['url'],
    handles: isHandledHere,
    update: (cache, { createWebhook }) => addWebhook(cache, organisationId, createWebhook.webhook.id),
  });
  if (!complete || !data.viewerCanManageWebhooks) return null;
  const create = async (values: ConfirmedWebhook) => {
    const made = await mutate({ input: { organisationId: data.id, ...values } });
    if (!made) return;
    setCreating(false);
    secret.show(made.createWebhook.secret);
  };
  const opened = data.webhooks?.find(({ id }) => id === openedId);
  return (
    <Stack gap="md">
      <TableSection
        heading="Webhooks"
        count={data.webhooks?.length}
        empty={`No webhooks yet. ${whatWebhooksDo}`}
        toolbar={
          <Button
            variant="default"
            ms="auto"
            onClick={() => {
              setTimes(times + 1);
              setCreating(true);
            }}
          >
            Create webhook
          </Button>
        }
      >
        <Stack gap="xs">
          <Text>{whatWebhooksDo}</Text>
          <WebhookTable
            webhooks={data.webhooks}
            loading={loading}
            onRetry={onRetry}
            onOpen={({ id }) => setOpenedId(id)}
          />
        </Stack>
      </TableSection>
      {opened && (
        <WebhookSection
          key={opened.id}
          webhook={opened}
          onSecret={secret.show}
          onRefresh={onRetry}
          onClose={() => setOpenedId(null)}
        />
      )}
      {/* The key resets the dialog at each opening. */}
      <WebhookDialog
        key={times}
        opened={creating}
        title="Create webhook"
        confirmLabel="Create"
        initial={{ url: '', types: null }}
        busy={busy}
        onClose={() => setCreating(false)}
        onConfirm={create}
      />
      {secret.dialog}
    </Stack>
  );
}
