const { readdirSync } = require('node:fs');

/** Every area is a folder of the platform; these are others. */
const notAreas = /^(core|demo|migrations|operator|testing)$/;
const areas = readdirSync('platform/src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !notAreas.test(entry.name))
  .map(({ name }) => name)
  .join('|');
const tests = '(\\.test\\.tsx?$|/testing/)';

/** The areas that an area may use, one way; all other areas stay apart. */
const usedAreas = {
  platform: {
    security: 'invitations',
    overview: '(assessments|invitations|security)',
    organisations: '(overview|invitations|security)',
    pending: '(overview|invitations)',
    session: '(pending|passkeys|security|invitations)',
    users: '(organisations|invitations|security|lookups)',
    account: '(invitations|security|passkeys)',
    sso: '(session|users|security|invitations)',
    provisioning: '(users|sso|invitations|security|overview|lookups)',
    'external-users': '(users|organisations|invitations|security)',
    mappings: '(external-users|organisations|invitations)',
    config: '(session|pending|organisations|users)',
    reviews: '(users|external-users|audit|overview)',
    privacy: '(audit|security|external-users)',
    bulk: '(users|invitations|security)',
    exports: '(users|external-users|organisations|invitations|audit)',
    webhooks: 'audit',
  },
  web: {
    account: '(users|invitations)',
    'external-users': '(users|mappings)',
    keys: '(users|webhooks)',
    organisations: '(users|assessments|invitations)',
    overview: 'assessments',
    provisioning: 'users',
    reviews: 'users',
    security: '(session|users)',
  },
};

const areaUses = Object.entries(usedAreas).flatMap(([pkg, uses]) =>
  Object.entries(uses).map(([area, used]) => ({ area: `${pkg}/src/${area}`, used: `${pkg}/src/${used}` })),
);

/** The folders of the platform's core, each of which imports only from those after it. */
const platformCore = ['(http|mail)', '(access|files)', 'outbound', 'database', 'base'];

/** The layers of the gateway, each of which imports only from those after it; main, start, server, operate, check-api and doctor are programs on top. */
const gatewayLayers = Object.entries({
  http: 'http',
  graphql: 'graphql',
  areas: `${areas}|generated`,
  specified: 'specified',
  core: 'core',
  'product-api': 'product-api',
  base: 'base',
});

/** The layers of the console, each of which imports only from those after it; pages holds what puts several areas together. */
const webLayers = Object.entries({
  app: 'app',
  pages: 'pages',
  areas,
  ui: 'ui/(page|table|peek|dialog|theme)',
  apollo: '(apollo|ui/(form|layout))',
  feedback: '(feedback|ui/(values|navigation|keyboard))',
});

const rule = (name, from, to, comment) => ({ name, from, to, comment, severity: 'error' });

module.exports = {
  forbidden: [
    rule(
      'contract-imports-no-room',
      { path: '^contract/' },
      { path: '^(server-base|platform|gateway|web|tools|e2e)/' },
    ),
    rule(
      'server-base-imports-contract-only',
      { path: '^server-base/' },
      { path: '^(platform|gateway|web|tools|e2e)/' },
    ),
    rule('platform-imports-shared-packages-only', { path: '^platform/' }, { path: '^(gateway|web|tools|e2e)/' }),
    rule(
      'gateway-imports-shared-packages-only',
      { path: '^gateway/', pathNot: tests },
      { path: '^(platform|web|tools|e2e)/' },
      'Its tests start a real platform.',
    ),
    rule('web-imports-no-room', { path: '^web/' }, { path: '^(gateway|platform|server-base|tools|e2e)/' }),
    rule(
      'web-knows-the-rules-only',
      { path: '^web/', pathNot: tests },
      {
        path: '^contract/',
        pathNot:
          '^contract/src/(rules|activity-search|allowed-addresses|attention|attention-texts|session-length|secret-expiry|modules|organisation-settings|password-rules|review-limits|review-plan|fields/(dialling-code|domain-rules|field|person-fields|organisation-fields|search-text|shown-domain)|user-file/text-encodings)\\.ts$',
      },
      'The browser knows GraphQL, not REST, and asks what the viewer may do instead of knowing the roles table.',
    ),
    rule(
      'areas-stay-apart',
      {
        path: `^(platform|gateway|web)/src/(${areas})/`,
        pathNot: [tests, ...areaUses.map(({ area }) => `^${area}/`)],
      },
      { path: `^$1/src/(${areas})/`, pathNot: '^$1/src/$2/' },
      'What two areas share moves to core, ui, product-api or shapes, or the one is in `usedAreas` of the other.',
    ),
    ...areaUses.map(({ area, used }) =>
      rule(
        `${area.replace('/src/', '-')}-uses-declared-areas-only`,
        { path: `^${area}/`, pathNot: tests },
        { path: `^${area.replace(/[^/]+$/, '')}(${areas})/`, pathNot: `^(${area}|${used})/` },
      ),
    ),
    ...platformCore
      .slice(1)
      .map((layer, index) =>
        rule(
          `platform-core-${layer}-imports-lower-layers-only`,
          { path: `^platform/src/core/${layer}/`, pathNot: tests },
          { path: `^platform/src/core/(${platformCore.slice(0, index + 1).join('|')})/` },
        ),
      ),
    ...['http|mail', 'access|files'].map((folders) =>
      rule(
        `platform-core-${folders.replace('|', '-and-')}-stay-apart`,
        { path: `^platform/src/core/(${folders})/`, pathNot: tests },
        { path: `^platform/src/core/(${folders})/`, pathNot: '^platform/src/core/$1/' },
      ),
    ),
    rule(
      'platform-core-imports-no-area',
      { path: '^platform/src/core/', pathNot: [tests, '^platform/src/core/(database/schema|mail/notice-rules)\\.ts$'] },
      { path: `^platform/src/(${areas})/` },
    ),
    rule(
      'platform-schema-imports-tables-only',
      { path: '^platform/src/core/database/schema\\.ts$' },
      { path: `^platform/src/(${areas})/`, pathNot: '/tables\\.ts$' },
    ),
    rule(
      'platform-notices-import-rules-only',
      { path: '^platform/src/core/mail/notice-rules\\.ts$' },
      { path: `^platform/src/(${areas})/`, pathNot: '/notice-rules\\.ts$' },
    ),
    rule(
      'platform-tables-import-declarations-only',
      { path: '^platform/src/.+/tables\\.ts$' },
      { path: '^platform/', pathNot: '^platform/src/core/(base/|database/table\\.ts$)|/node_modules/' },
      'The list of all tables imports them, and everything imports the list.',
    ),
    ...webLayers.map(([layer, folders], index) =>
      rule(
        `web-${layer}-imports-lower-layers-only`,
        { path: `^web/src/(${folders})/`, pathNot: tests },
        {
          path: `^web/src/(${['main\\.tsx$', ...webLayers.slice(0, index).map(([, higher]) => `(${higher})/`)].join('|')})`,
        },
      ),
    ),
    rule(
      'web-ui-folders-stay-apart',
      { path: '^web/src/ui/(page|table|peek|dialog|theme)/', pathNot: tests },
      { path: '^web/src/ui/(page|table|peek|dialog|theme)/', pathNot: '^web/src/ui/$1/' },
    ),
    rule(
      'web-form-and-layout-know-no-server',
      { path: '^web/src/(apollo|ui/(form|layout))/', pathNot: tests },
      { path: '^web/src/(apollo|ui/(form|layout))/', pathNot: '^web/src/$1/' },
    ),
    rule(
      'web-feedback-and-values-stay-apart',
      { path: '^web/src/(feedback|ui/(values|navigation|keyboard))/', pathNot: tests },
      { path: '^web/src/(feedback|ui/(values|navigation|keyboard))/', pathNot: '^web/src/$1/' },
    ),
    rule(
      'calls-of-areas-stay-apart',
      { path: `^contract/src/calls/(${areas})\\.ts$` },
      { path: '^contract/src/calls/' },
    ),
    ...gatewayLayers.map(([layer, folders], index) => {
      const above = ['check-api', 'doctor', ...gatewayLayers.slice(0, index).map(([, higher]) => higher)].join('|');
      return rule(
        `gateway-${layer}-imports-lower-layers-only`,
        { path: `^gateway/src/(${folders})/`, pathNot: tests },
        { path: `^gateway/src/((${above})/|[^/]+\\.ts$)` },
      );
    }),
    rule('tests-stay-out', { pathNot: tests }, { path: tests }),
    rule('no-circular', {}, { circular: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: '(^|/)(dist|node_modules)/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
