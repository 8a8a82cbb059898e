import type { ApolloCache, FragmentType } from '@apollo/client';
import { texts } from '@console/contract/rules';
import { Title } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type {
  EditOrganisationForm_LookupsFragment,
  EditOrganisationForm_OrganisationFragment,
  UpdateOrganisationInput,
} from '../gql/graphql.ts';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { useConcurrentChanges } from '../ui/form/useConcurrentChanges.ts';
import { DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageColumns } from '../ui/layout/PageColumns.tsx';
import { useLeaveForm, useTrail } from '../ui/navigation/useTrail.ts';
import { OrganisationStateBadge } from '../ui/page/OrganisationStateBadge.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { ConcurrentChangesNotice } from '../users/ConcurrentChangesNotice.tsx';
import {
  newPersonValues,
  type PersonValues,
  personFormFields,
  personLabels,
  personValuesOf,
} from '../users/personValues.ts';
import { type CountryCodeLookups, useCountryCode } from '../users/useCountryCode.ts';
import { useRoleQuestion } from '../users/useRoleQuestion.tsx';
import { LazyBrandPreview } from './LazyBrandPreview.tsx';
import { OrganisationFormFields } from './OrganisationFormFields.tsx';
import { OrganisationFormPerson } from './OrganisationFormPerson.tsx';
import { organisationFormErrors } from './organisationFormErrors.ts';
import { isBlankPerson, organisationPersonInputOf, personErrors } from './organisationFormPerson.ts';
import {
  filesLeftOutNotice,
  type OrganisationValues,
  organisationErrors,
  organisationFormFields,
  organisationInputOf,
  organisationValuesOf,
  withoutFiles,
} from './organisationFormValues.ts';

type Organisation = EditOrganisationForm_OrganisationFragment;

/** The values of the form of an existing organisation. Without an organiser the person's fields may stay empty. */
type EditOrganisationValues = { organisation: OrganisationValues; organiser: PersonValues };

const editOrganisationValuesOf = (organisation: Organisation): EditOrganisationValues => ({
  organisation: organisationValuesOf(organisation),
  organiser: organisation.organiser ? personValuesOf(organisation.organiser) : newPersonValues,
});

const isSame = (...people: [PersonValues, PersonValues]): boolean => {
  const [one, other] = people.map((person) => JSON.stringify(organisationPersonInputOf(person, '')));
  return one === other;
};

/** An unchanged organiser is not sent (CHECKLIST OPEN-58), so it needs no validation. */
const editOrganisationErrors = (values: EditOrganisationValues, saved: Organisation): Record<string, string> => {
  const untouched = isSame(values.organiser, editOrganisationValuesOf(saved).organiser);
  const none = saved.organiser === null && isBlankPerson(values.organiser);
  return {
    ...organisationErrors(values.organisation, saved),
    ...(untouched || none ? {} : personErrors(values.organiser, 'organiser')),
  };
};

/** `base`: the organisation that the form was filled from. */
const updateOrganisationInputOf = (
  values: EditOrganisationValues,
  base: Organisation,
  proposedCode: string,
): UpdateOrganisationInput => {
  const untouched = isSame(values.organiser, editOrganisationValuesOf(base).organiser);
  const none = base.organiser === null && isBlankPerson(values.organiser);
  return {
    id: base.id,
    organisation: organisationInputOf(values.organisation),
    ...(!untouched && !none && { organiser: organisationPersonInputOf(values.organiser, proposedCode) }),
    expectedUpdatedAt: base.updatedAt,
  };
};

/** Labels by the paths of the fields, without images, which are files here and URLs there. */
const editOrganisationLabels: Record<string, string> = Object.fromEntries([
  ...Object.values(organisationFormFields)
    .filter(({ type }) => type !== 'file')
    .map(({ name, label }) => [`organisation.${name}`, label]),
  ...personFormFields.map((field) => [`organiser.${field}`, `Main Organiser, ${personLabels[field]}`]),
]);
const editOrganisationFieldPaths = [...Object.keys(editOrganisationLabels), 'organisation.logo', 'organisation.icon'];

graphql(`
  fragment EditOrganisationForm_organisation on Organisation {
    id
    brandName
    legalName
    industry
    emailDomains
    website
    logo { name url }
    icon { name url }
    facility { pin country state city registeredAddress }
    organiser { ...PersonFields_user @unmask } # the form's initial values
    createdAt
    updatedAt
    viewerCanEdit
    ...OrganisationStateBadge_organisation
  }
`);

const lookupsFragment = graphql(`
  fragment EditOrganisationForm_lookups on Lookups {
    roles { id name proposedForOrganiser summary reachesAllOrganisations }
    ...useCountryCode_lookups
    ...OrganisationFormFields_lookups
    ...OrganisationFormPerson_lookups
  }
`);

const updateDocument = graphql(`
  mutation EditOrganisationForm_Update($input: UpdateOrganisationInput!) {
    updateOrganisation(input: $input) {
      organisation {
        id
        logo { url }
        ...EditOrganisationForm_organisation
        ...useOrganisationHeader_organisation
        ...OrganisationInformation_organisation
      }
    }
  }
`);

const viewerFragment = graphql(`fragment EditOrganisationForm_viewer on Viewer { user { id organisationId } }`);

/** Updates the logo of the top bar, which belongs to the viewer's own organisation. */
const updateTopBarLogo = (
  cache: ApolloCache,
  organisation: { id: string; logo: { url: string } | null } | null,
): void => {
  const id = cache.identify({ __typename: 'Viewer' });
  const viewer = id && cache.readFragment({ id, fragment: viewerFragment });
  if (!organisation || !viewer || viewer.user.organisationId !== organisation.id) return;
  cache.modify({
    id: cache.identify({ __typename: 'User', id: viewer.user.id }),
    fields: { logoUrl: () => organisation.logo?.url ?? null },
  });
};

interface EditOrganisationFormProps {
  organisation: EditOrganisationForm_OrganisationFragment;
  lookups: FragmentType<EditOrganisationForm_LookupsFragment>;
  /** Whether the organisation is the viewer's own. */
  own: boolean;
  /** The path of the organisation's page. */
  viewPath: string;
  /** Reloads the page after another user has changed the organisation. */
  onRetry: () => void;
}

/** The form of an existing organisation and its organiser. */
export function EditOrganisationForm(props: EditOrganisationFormProps) {
  const { organisation, own, viewPath, onRetry } = props;
  const { data } = useFragment(lookupsFragment, props.lookups);
  const lookups = data as Partial<EditOrganisationForm_LookupsFragment>;
  const roles = lookups.roles ?? [];
  const leaveTo = useLeaveForm();
  const { trail } = useTrail();
  const { form, frame, onSubmit, refuse, release } = useSavedForm<EditOrganisationValues>({
    name: 'organisation',
    initialValues: editOrganisationValuesOf(organisation),
    validate: (values) => editOrganisationErrors(values, organisation),
    stored: withoutFiles,
    leftOutNotice: filesLeftOutNotice,
  });
  const changes = useConcurrentChanges(form, organisation, {
    valuesOf: editOrganisationValuesOf,
    fields: editOrganisationFieldPaths,
    onRetry,
  });
  const { base, reportConflict } = changes;
  const { mutate, busy } = useMutationAction(updateDocument, {
    success: texts.organisations.updated,
    leaves: () => true,
    handles: (failure) => failure.has('CONFLICT') || organisationFormErrors(failure) !== null,
    update: (cache, { updateOrganisation }) => updateTopBarLogo(cache, updateOrganisation.organisation),
  });
  const saved = form.getInitialValues();
  const proposedCode = useCountryCode(lookups as CountryCodeLookups, form.values.organisation.country);
  const { organiser } = organisation;
  const role = organiser?.role;
  const choices = role && roles.every(({ id }) => id !== role.id) ? [role, ...roles] : roles;

  const question = useRoleQuestion({ brandName: organisation.brandName, own, roles: choices });
  const save = async (values: EditOrganisationValues) => {
    const changed = values.organiser.roleId === role?.id ? [] : [values.organiser];
    if (!(await question.agreed(changed))) return;
    try {
      const answer = await mutate({ input: updateOrganisationInputOf(values, base, proposedCode) });
      if (!answer) return;
      release();
      leaveTo(viewPath, trail);
    } catch (error) {
      const failure = toFailure(error);
      if (failure.has('CONFLICT')) reportConflict();
      const faults = organisationFormErrors(failure);
      if (faults) refuse(faults);
    }
  };
  return (
    <PageColumns
      sideLabel="Help"
      side={
        <HelpPanel
          topics={[
            ['Account', <Account key="account" organisation={organisation} />],
            ['Preview', <LazyBrandPreview key="brand" values={form.values.organisation} current={organisation} />],
          ]}
        />
      }
    >
      <FormPaper frame={frame} onSubmit={onSubmit((values) => void save(values))}>
        <OrganisationFormFields
          inputProps={(field) => form.getInputProps(`organisation.${field}`)}
          values={form.values.organisation}
          saved={saved.organisation}
          lookups={lookups}
          current={{ logo: organisation.logo, icon: organisation.icon }}
        />
        <Title order={2}>Main Organiser</Title>
        <OrganisationFormPerson
          inputProps={(field) => form.getInputProps(`organiser.${field}`)}
          values={form.values.organiser}
          saved={saved.organiser}
          proposedCode={proposedCode}
          lookups={lookups}
          organisationId={organisation.id}
          mayBeTop
          roles={choices}
          fixedEmail={organiser !== null}
        />
        {question.dialog}
        <ConcurrentChangesNotice
          what="organisation"
          changes={changes}
          now={editOrganisationValuesOf(base)}
          labels={editOrganisationLabels}
          roles={choices}
        />
        <FormActions submitLabel="Save" busy={busy} onCancel={() => leaveTo(viewPath, trail)} />
      </FormPaper>
    </PageColumns>
  );
}

/** The state of the organisation and its dates. */
function Account({ organisation }: { organisation: Organisation }) {
  const { createdAt, updatedAt } = organisation;
  return (
    <DescriptionList
      narrow
      entries={[
        ['Status', <OrganisationStateBadge key="state" organisation={organisation} />],
        ['Created', createdAt && <Moment at={createdAt} />],
        ['Updated', updatedAt && <Moment at={updatedAt} />],
      ]}
    />
  );
}
