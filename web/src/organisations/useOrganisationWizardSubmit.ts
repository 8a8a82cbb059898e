import { texts } from '@console/contract/rules';
import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { messageLines } from '../feedback/fieldSentence.ts';
import { showSuccess } from '../feedback/toasts.tsx';
import { type MadeInvitation, offerLinkIfUnsent } from '../feedback/unsentInvitation.ts';
import { graphql } from '../gql/gql.ts';
import { personFormFields } from '../users/personValues.ts';
import { organisationFormErrors } from './organisationFormErrors.ts';
import type { OrganisationWizardPost } from './organisationWizardPosts.ts';
import { createOrganisationInputOf, type OrganisationWizardValues } from './organisationWizardValues.ts';

const createDocument = graphql(`
  mutation useOrganisationWizardSubmit_Create($input: CreateOrganisationInput!) {
    createOrganisation(input: $input) {
      organisation {
        id
        invitations(filter: { kinds: [USER] }, first: 25) { nodes { id email isUnsent failure viewerCanCopyLink } }
      }
      failed { designationId email message fields { path message } }
    }
  }
`);

interface OrganisationWizardSubmitOptions {
  posts: readonly OrganisationWizardPost[];
  proposedCode: string;
  /** The server's errors, by the paths of the form. */
  onFaults: (faults: Record<string, string>) => void;
  /** The organisation and all persons were created. */
  onDone: () => void;
}

/** Sends the wizard's organisation and its persons; sent again, the attempt continues where it stopped. */
export const useOrganisationWizardSubmit = (
  form: UseFormReturnType<OrganisationWizardValues>,
  { posts, proposedCode, onFaults, onDone }: OrganisationWizardSubmitOptions,
) => {
  const sentPosts = (values: OrganisationWizardValues) =>
    createOrganisationInputOf(values, posts, proposedCode).seniorManagement.map(({ designationId }) => designationId);
  const { mutate, busy } = useMutationAction(createDocument, {
    handles: (failure) => organisationFormErrors(failure, sentPosts(form.getValues())) !== null,
    leaves: ({ createOrganisation }) => createOrganisation.failed.length === 0,
    // Evicts the lists: a new organisation belongs at their top.
    update: (cache) => {
      cache.evict({ id: 'ROOT_QUERY', fieldName: 'organisations' });
    },
  });

  const [sentBefore, setSentBefore] = useState(false);
  const invitations = useRef<readonly MadeInvitation[]>([]);
  const offerLinks = () => offerLinkIfUnsent(...invitations.current);

  const send = async () => {
    const values = form.getValues();
    const posted = sentPosts(values);
    try {
      const answer = await mutate({ input: createOrganisationInputOf(values, posts, proposedCode) });
      if (!answer) return;
      invitations.current = answer.createOrganisation.organisation?.invitations?.nodes ?? [];
      const failed = answer.createOrganisation.failed.map(({ designationId, ...person }) => {
        const post = posts.find(({ id, short }) => id === designationId || short === designationId);
        return { ...person, designationId: post?.id ?? designationId };
      });
      if (failed.length === 0) {
        showSuccess(texts.organisations.created);
        offerLinks();
        return onDone();
      }
      form.setFieldValue(
        'failed',
        failed.map(({ designationId, message, fields }) => ({
          designationId,
          message: messageLines(message, fields).join(' '),
        })),
      );
      const faults = failed.flatMap(({ designationId, fields }) =>
        fields.flatMap(({ path, message }): [string, string][] => {
          const field = personFormFields.find((name) => name === path.split('.').at(-1));
          const place = designationId === null ? 'organiser' : `seniors.${designationId}`;
          return field ? [[`${place}.${field}`, message]] : [];
        }),
      );
      onFaults(Object.fromEntries(faults));
    } catch (error) {
      const failure = toFailure(error);
      setSentBefore(failure.has('IDEMPOTENCY_CONFLICT'));
      const faults = organisationFormErrors(failure, posted);
      if (faults) onFaults(faults);
    }
  };
  return { send, busy, sentBefore, offerLinks };
};
