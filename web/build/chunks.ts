/** Modules by the end of their path; their imports come along, unless an earlier chunk has them already. */
const of = (...parts: readonly RegExp[]): RegExp => new RegExp(parts.map(({ source }) => source).join('|'));

/** Shared scripts in order of dependency; otherwise a page would load seventy small ones. A chunk has what nearly all of its pages render. */
export const chunks = [
  // The page's own script.
  { name: 'console', test: /\/src\/main\.tsx$/ },
  // Also on the sign-in pages, so nothing that needs the client or a popup.
  {
    name: 'base',
    test: of(
      /\/src\/feedback\/(heightVariableRef|lazyPart)\./,
      /\/src\/ui\/\w+\/(Dialog|DialogDescription|PasswordField|TextField|isolated|useInvalidFields|usePageTitle|Logo|default-logo)\./,
      /\/contract\/src\/modules\.ts$/,
      /\/src\/apollo\/useMutationAction\.ts$/,
      /@mantine\/core\/esm\/components\/(Alert|Anchor|Image|Paper|Portal|TextInput|Transition)\//,
      /@mantine\/form\//,
      /@mantine\/hooks\/esm\/(use-timeout|use-window-event)\//,
      /@mantine\/core\/esm\/(components\/Checkbox\/CheckIcon|core\/(Box\/get-style-object|DirectionProvider|utils\/(create-safe-context|get-default-z-index|is-element)))/,
    ),
  },
  { name: 'popup', test: /\/src\/ui\/theme\/ThemeSwitch\.tsx$/ },
  { name: 'client', test: /\/src\/(app\/ClientLayout|apollo\/usePageQuery)\./ },
  // Alerts and toasts load on every page, so this chunk also holds what dialogs share with them.
  { name: 'feedback', test: /\/src\/feedback\/NotificationRegions\.tsx$/ },
  // Shared by the pages behind the sign-in.
  {
    name: 'shell',
    test: of(
      /\/src\/app\/(PermissionGuard|Shell)\.tsx$/,
      /\/src\/feedback\/LoadFailure\.tsx$/,
      /\/src\/ui\/\w+\/(Avatar|(Confirm|Notice)Dialog|UnsentEmailsNote|ConfirmedMutationButton|DescriptionGroup|HelpPanel|Moment|OrganisationFrame|PageActions|PageColumns|PageHeader|PagePlaceholder|TabBar|WithAvatar)\.tsx$/,
      /\/src\/ui\/\w+\/(format|httpAddress|listAddress|useConfirmedMutation|useListParams|useOriginList|useTrail|useUnsavedQuestion)\.ts$/,
      /\/src\/apollo\/(EmailPromise|placeInLists|sendLogout|useOrganisationQuery|useUnsentEmails)\.tsx?$/,
      /\/src\/users\/UserAvatar\.tsx$/,
      // Pages show the labels of fields without their forms.
      /\/contract\/src\/fields\/(person|organisation)-fields\.ts$/,
      // Lists show domains decoded, and forms and searches need their ASCII form.
      /\/contract\/src\/fields\/(domain-rules|shown-domain)\.ts$/,
      // Lists and fields both search while the user types.
      /@mantine\/hooks\/esm\/use-debounced-callback\//,
      /@mantine\/core\/esm\/components\/(Badge|Checkbox|Container|NativeSelect|SimpleGrid)\//,
      /\/icons\/Icon(Check\.|Chevron)/,
    ),
  },
  { name: 'table', test: /\/src\/ui\/table\/(BulkNeed|DataTable|RowLink|TableSection)\.tsx?$/ },
  {
    name: 'lists',
    test: of(
      /\/src\/ui\/(peek\/PeekList\.tsx|table\/(TableToolbar\.tsx|tableSections\.ts))$/,
      /\/src\/invitations\/InvitationSection\.tsx$/,
    ),
  },
  {
    name: 'menus',
    test: /\/src\/(app\/(AccountMenu|CommandButton|ModuleSwitcher)|pending\/PendingButton|ui\/(layout\/MoreActions|table\/(ColumnMenu|DensitySwitch)))\.tsx$/,
  },
  {
    name: 'fields',
    test: of(
      /\/src\/ui\/\w+\/(Dropdown|FileFieldFrame|FormActions|FormPaper|useSavedForm)\.tsx$/,
      /\/src\/ui\/\w+\/(fieldChecks|useServerErrors)\.ts$/,
      /\/src\/users\/(DesignationField|personValues|PersonFields|provisionedInputs|RoleField|useCountryCode)\.tsx?$/,
      /\/src\/mappings\/ModulesField\.tsx$/,
    ),
  },
  {
    name: 'organisation-form',
    test: /\/src\/organisations\/(FormSteps?|OrganisationFormFields|organisationForm(Errors|Person))\.tsx?$/,
  },
  {
    name: 'summary',
    test: of(
      /\/src\/ui\/values\/(EmailAddress|Meter|ShareBar)\.tsx$/,
      /\/src\/(assessments\/ProgressBar|feedback\/CopyableId|organisations\/WebsiteLink)\.tsx$/,
    ),
  },
  // Code for the queries that run again after an organisation was changed, without the page that shows it.
  {
    name: 'organisation-documents',
    test: /virtual:document\/(AttentionList|Organisation(AccountPanel|Information|Overview|Page|Seats|StateBadge|Table)|OrganiserEntry)_/,
  },
  { name: 'overview', test: /\/src\/(overview\/(OverviewSection|overviewLinks)|ui\/navigation\/attentionLink)\.tsx?$/ },
  {
    name: 'organisation-summary',
    test: /\/src\/organisations\/(OrganisationInformation|OrganisationAccountPanel)\.tsx$/,
  },
  {
    name: 'organisation',
    test: /\/src\/ui\/page\/(OrganisationStateBadge|useOrganisationHeader)\.tsx$/,
  },
  {
    name: 'requests',
    test: /\/src\/mappings\/(AcceptBlockReason|MappingStateBadge)\.tsx$/,
  },
  {
    name: 'reviews',
    test: /\/src\/reviews\/ReviewStateBadge\.tsx$|\/src\/users\/roleLabels\.ts$|virtual:document\/ReviewHeader_/,
  },
  { name: 'dialog', test: /\/src\/ui\/dialog\/overlays\.tsx$/ },
  {
    name: 'user-status',
    test: /\/src\/users\/(ResponderBadges|UserStatusBadge|UserStatusButton|userListCache|useUserCrumbs|useUserLimitNotice|useUserPaths)\.tsx?$/,
  },
].map((part, index, { length }) => ({ ...part, priority: length - index }));
