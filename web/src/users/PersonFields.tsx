import type { FragmentType } from '@apollo/client';
import { diallingCodeOf } from '@console/contract/fields/dialling-code';
import { isSameEmail } from '@console/contract/fields/domain-rules';
import { shownDomain } from '@console/contract/fields/shown-domain';
import { Alert, SimpleGrid, Title } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { type ReactNode, useRef, useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { PersonFields_LookupsFragment } from '../gql/graphql.ts';
import { afterPointerRelease } from '../ui/form/afterPointerRelease.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { isEmailLike } from '../ui/form/fieldChecks.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { isOutsideDomains } from './isOutsideDomains.ts';
import { type PersonField, type PersonValues, personLabels, personMaxLengths } from './personValues.ts';
import { UserAvatar } from './UserAvatar.tsx';
import { useActiveUserSearch, useIsUnknownEmail } from './useActiveUserSearch.ts';
import { countryCodeOptions, optionsSavedByLabel } from './userOptions.ts';

interface SupervisorFieldProps {
  /** The organisation of the offered users. */
  organisationId: string;
  /** The email of the edited user, who is not offered. */
  ownEmail: string;
  /** Whether the edited user may report to no one: then their own email is proposed. */
  mayBeTop: boolean;
  description: string;
  value: string;
  inputProps: GetInputPropsReturnType;
}

/** The email of a supervisor: an active user of the organisation, found by name or email, or any other email. */
function SupervisorField(props: SupervisorFieldProps) {
  const { organisationId, ownEmail, mayBeTop, description, value, inputProps } = props;
  // The users are loaded when the field gets the focus.
  const [wanted, setWanted] = useState(false);
  const { users, loading, failed, search } = useActiveUserSearch(wanted ? organisationId : null);
  /** The email in the field when it lost the focus. */
  const [left, setLeft] = useState<string | null>(null);
  const { onChange, onFocus, onBlur, ...input } = inputProps;
  const others = users.filter(({ email }) => !isSameEmail(email, ownEmail));
  const isListed = [ownEmail, ...users.map(({ email }) => email)].some((email) => isSameEmail(email, value));
  const asked = left !== null && isSameEmail(left, value) && !isListed ? left : null;
  const isUnknown = useIsUnknownEmail(organisationId, asked);
  const own = mayBeTop && isEmailLike(ownEmail) ? ownEmail.trim() : null;
  return (
    <>
      <Dropdown
        label={personLabels.supervisorEmail}
        description={description}
        required
        freeText
        offersText={isEmailLike}
        data={[
          ...(own === null ? [] : [{ value: own, label: own, hint: 'Own email (reports to no one)' }]),
          ...others.map((user) => ({
            value: user.email,
            label: user.email,
            hint: user.fullName,
            mark: <UserAvatar user={user} />,
          })),
        ]}
        loading={loading}
        failed={failed}
        onSearch={search}
        {...input}
        value={value || null}
        onChange={(email) => onChange(email ?? '')}
        onFocus={(event) => {
          setWanted(true);
          onFocus?.(event);
        }}
        onBlur={(event) => {
          // Deferred, because the hint moves the content below the field.
          afterPointerRelease(() => setLeft(isEmailLike(value) ? value.trim() : null));
          onBlur?.(event);
        }}
      />
      <HintNotice
        hint={isUnknown ? `${asked} is not an active user of this organisation. You can still save it.` : null}
      />
    </>
  );
}

const lookupsFragment = graphql(`
  fragment PersonFields_lookups on Lookups { departments { id label } countryCodes { id label } }
`);

graphql(`
  fragment PersonFields_user on User {
    id
    email
    firstName
    lastName
    countryCode
    mobile
    designation
    role { id name proposedForOrganiser summary reachesAllOrganisations }
    supervisorEmail
    department
  }
`);

interface PersonFieldsProps {
  inputProps: (field: PersonField) => GetInputPropsReturnType;
  values: PersonValues;
  /** Country code that is shown and sent if none is selected. */
  proposedCode: string;
  /** The initial values, which stay options. */
  saved: PersonValues;
  /** Null while they load. */
  lookups: FragmentType<PersonFields_LookupsFragment> | null;
  loading?: boolean;
  /** The organisation of the possible supervisors; without it the email is typed. */
  organisationId?: string | null;
  fixedEmail?: boolean;
  /** Whether the person may report to no one: then their own email is proposed as the supervisor's. */
  mayBeTop?: boolean;
  /** The email domains of the organisation, for a warning. */
  domains?: readonly string[] | undefined;
  /** The person is the viewer: the browser may autofill their data. */
  own?: boolean;
  headings?: boolean;
  /** The designation and the role, as far as the form has them. */
  children?: ReactNode;
}

/** The fields of a person. */
export function PersonFields(props: PersonFieldsProps) {
  const { inputProps, values, saved, lookups, loading = false, organisationId = null, fixedEmail = false } = props;
  const { proposedCode, mayBeTop = false, domains, own = false, headings = false, children } = props;
  const { data } = useFragment(lookupsFragment, lookups);
  const { departments, countryCodes } = (data ?? {}) as Partial<PersonFields_LookupsFragment>;
  const typed = (field: keyof typeof personMaxLengths, autoComplete = 'off') => ({
    label: personLabels[field],
    autoComplete: own ? autoComplete : 'off',
    maxLength: personMaxLengths[field],
    ...inputProps(field),
  });
  const code = inputProps('countryCode');
  const email = typed('email');
  const emailBefore = useRef('');
  const supervisor = inputProps('supervisorEmail');
  const supervisorInput = useRef<HTMLInputElement>(null);
  /** The typed supervisor, which proposals do not replace. */
  const typedSupervisor = useRef<string>(null);
  const proposeOwnEmail = (focused: EventTarget | null) => {
    const { supervisorEmail } = values;
    const own = isEmailLike(values.email) ? values.email.trim() : '';
    const follows =
      supervisorEmail !== typedSupervisor.current &&
      (supervisorEmail === '' || isSameEmail(supervisorEmail, emailBefore.current)) &&
      focused !== supervisorInput.current;
    if (mayBeTop && organisationId === null && follows && supervisorEmail !== own) supervisor.onChange(own);
  };
  /** The proposed code when the field got the focus. */
  const [focusedCode, setFocusedCode] = useState<string | null>(null);
  const above = `Email of the person ${own ? 'you' : 'they'} report to`;
  const description = mayBeTop
    ? `${above}. If ${own ? 'you' : 'they'} report to no one, enter ${own ? 'your' : 'their'} own.`
    : above;
  return (
    <>
      {headings && <Title order={2}>Person</Title>}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField required {...typed('firstName', 'given-name')} />
        <TextField required {...typed('lastName', 'family-name')} />
      </SimpleGrid>
      {fixedEmail ? (
        <TextField label={personLabels.email} type="email" readOnly value={values.email} />
      ) : (
        <TextField
          type="email"
          required
          {...email}
          onFocus={(event) => {
            emailBefore.current = values.email;
            email.onFocus?.(event);
          }}
          onBlur={(event) => {
            proposeOwnEmail(event.relatedTarget);
            email.onBlur?.(event);
          }}
        />
      )}
      {domains && <EmailDomainNotice email={values.email} domains={domains} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Dropdown
          label={personLabels.countryCode}
          data={countryCodeOptions(countryCodes ?? [], saved.countryCode || proposedCode)}
          loading={loading}
          failed={!loading && !countryCodes}
          readTyped={diallingCodeOf}
          {...code}
          value={(values.countryCode ?? focusedCode ?? proposedCode) || null}
          proposed={values.countryCode === null}
          // Emptying the field counts as a choice.
          onChange={(chosen) => code.onChange(chosen ?? '')}
          onFocus={() => setFocusedCode(proposedCode)}
          onBlur={(event) => {
            setFocusedCode(null);
            code.onBlur?.(event);
          }}
        />
        <TextField type="tel" {...typed('mobile', 'tel-national')} />
      </SimpleGrid>
      {headings && <Title order={2}>Work</Title>}
      {children}
      {organisationId === null ? (
        <TextField
          ref={supervisorInput}
          type="email"
          description={description}
          required
          {...typed('supervisorEmail')}
          onChange={(event) => {
            typedSupervisor.current = event.currentTarget.value;
            supervisor.onChange(event);
          }}
        />
      ) : (
        <SupervisorField
          organisationId={organisationId}
          ownEmail={values.email}
          mayBeTop={mayBeTop}
          description={description}
          value={values.supervisorEmail}
          inputProps={supervisor}
        />
      )}
      <Dropdown
        label={personLabels.department}
        required
        data={optionsSavedByLabel(departments ?? [], saved.department)}
        loading={loading}
        failed={!loading && !departments}
        {...inputProps('department')}
        value={values.department}
      />
    </>
  );
}

interface EmailDomainNoticeProps {
  email: string;
  /** The domains of the organisation; without any, every email is accepted. */
  domains: readonly string[];
}

/** A warning, not an error: an organisation may have users with other domains (CHECKLIST OPEN-24). */
function EmailDomainNotice({ email, domains }: EmailDomainNoticeProps) {
  const typed = email.trim().toLowerCase();
  const domain = typed.slice(typed.lastIndexOf('@') + 1);
  const hint = `${domain} is not one of the organisation’s email domains (${domains.map(shownDomain).join(', ')}).`;
  return <HintNotice hint={isOutsideDomains(email, domains) ? hint : null} />;
}

/** A hint at a field that can still be saved. The live region is always rendered, so that a later hint is announced. */
const HintNotice = ({ hint }: { hint: string | null }) => (
  <div role="status">
    {hint && (
      <Alert color="yellow" role="presentation">
        {hint}
      </Alert>
    )}
  </div>
);
