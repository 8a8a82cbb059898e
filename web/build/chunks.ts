/** Modules by the end of their path; what they need comes along, unless an earlier part has it already. */
const of = (...parts: readonly RegExp[]): RegExp => new RegExp(parts.map(({ source }) => source).join('|'));

/**
 * The scripts that pages share, each after those it builds on. Left alone every set of pages that shares something has a script for it, and a page asks for
 * seventy small ones. A part holds what nearly all of its pages draw, so that none fetches much that it does not need; what few pages share stays as it is.
 */
export const chunks = [
  // The page's own script.
  { name: 'console', test: /\/src\/main\.tsx$/ },
  // Also on the sign-in pages, so nothing that needs the client or floats.
  {
    name: 'base',
    test: of(
      /\/src\/ui\/(heightVariable|LateThemeSwitch|LoadedWhenOpened|PasswordField|TextField|useFaultyFields|useLaterPart|usePageTitle|default-logo)\./,
      /\/src\/apollo\/useAct\.ts$/,
      /@mantine\/core\/esm\/components\/(Alert|Anchor|Image|Paper|Portal|TextInput|Transition)\//,
      /@mantine\/form\//,
      /@mantine\/hooks\/esm\/(use-timeout|use-window-event)\//,
      /@mantine\/core\/esm\/(components\/Checkbox\/CheckIcon|core\/(Box\/get-style-object|DirectionProvider|utils\/(create-safe-context|get-default-z-index|is-element)))/,
    ),
  },
  { name: 'popup', test: /\/src\/ui\/ThemeSwitch\.tsx$/ },
  { name: 'client', test: /\/src\/(app\/ClientLayout|apollo\/usePageQuery)\./ },
  // Alerts and toasts are brought on every page, so what dialogs have in common with them is there.
  { name: 'feedback', test: /\/src\/ui\/Feedback\.tsx$/ },
  // What pages are made of once somebody is signed in.
  {
    name: 'shell',
    test: of(
      /\/src\/app\/(PermissionGuard|Shell)\.tsx$/,
      /\/src\/ui\/(AcceptBlockReason|AnswerButton|ConfirmDialog|DescriptionGroup|LoadFailure|MappingStateBadge|Moment|NoOrganisation|NoticeDialog|PageHeader|PagePlaceholder|TabBar)\.tsx$/,
      /\/src\/ui\/(format|listAddress|useConfirmedAct|useListParams|useOrigin|useTrail|useUnsavedQuestion)\.ts$/,
      /\/src\/apollo\/(placeInLists|sendLogout)\.ts$/,
      /\/src\/organisations\/OrganisationStateBadge\.tsx$/,
      // Lists and fields both search while somebody types.
      /@mantine\/hooks\/esm\/use-debounced-callback\//,
      /@mantine\/core\/esm\/components\/(Badge|Checkbox|Container|Flex|List|NativeSelect)\//,
      /\/icons\/IconChevron/,
    ),
  },
  { name: 'menus', test: /\/src\/app\/(AccountMenu|ModuleSwitcher)\.tsx$/ },
  { name: 'table', test: /\/src\/ui\/(DataTable|TableSection|TableToolbar)\.tsx$/ },
  {
    name: 'fields',
    test: of(
      /\/src\/ui\/(ConflictNotice|Dropdown|FileFrame|FormActions|ModulesField|ReportingFields|useUnsavedForm)\.tsx$/,
      /\/src\/ui\/(personValues|useDraft|useServerFaults|userChecks)\.ts$/,
    ),
  },
  { name: 'external-users', test: /\/src\/users\/RejectExternalUserButton\.tsx$/ },
  { name: 'dialog', test: /@mantine\/core\/esm\/components\/(Drawer|Modal)\// },
].map((part, index, { length }) => ({ ...part, priority: length - index }));
