const areas = require('./tools/areas.json').join('|');
const tests = '(\\.test\\.tsx?$|/testing/)';

/** The areas that an area may use, one way; all other areas stay apart. */
const usedAreas = {
  platform: {
    mappings: 'external-users',
    'external-users': 'users',
    organisations: 'users',
    invitations: '(users|external-users|mappings)',
  },
  web: {
    account: '(users|keys|security)',
    audit: 'keys',
    users: '(security|audit|invitations)',
    mappings: 'invitations',
    'external-users': '(users|mappings)',
    organisations: '(users|external-users|assessments|sso|config|keys|audit|invitations)',
  },
};

const areaUses = Object.entries(usedAreas).flatMap(([pkg, uses]) =>
  Object.entries(uses).map(([area, used]) => ({ area: `${pkg}/src/${area}`, used: `${pkg}/src/${used}` })),
);

/** The folders of the platform's core, each of which imports only from those after it. */
const platformCore = ['http', 'access', '(mail|files)', 'database', 'base'];

/** The layers of the gateway, each of which imports only from those after it; main, start, server and check-api are programs on top. */
const gatewayLayers = Object.entries({
  http: 'http',
  graphql: 'graphql',
  areas: `${areas}|generated`,
  core: 'core',
  'product-api': 'product-api',
  base: 'base',
});

/** What an area of the gateway uses of another: one way, and these files only. */
const gatewaySharedFiles = {
  'external-users':
    '(mappings/(acting-organisation|invitation|mapping-row|mapping-shapes|send-mapping-decision)|users/user-lists)\\.ts$',
};

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-no-room',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(platform|gateway|web|tools|e2e)/' },
    },
    {
      name: 'platform-imports-contract-only',
      severity: 'error',
      from: { path: '^platform/' },
      to: { path: '^(gateway|web|tools|e2e)/' },
    },
    {
      name: 'gateway-imports-contract-only',
      comment: 'Its tests start a real platform.',
      severity: 'error',
      from: { path: '^gateway/', pathNot: tests },
      to: { path: '^(platform|web|tools|e2e)/' },
    },
    {
      name: 'web-imports-no-room',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(gateway|platform|tools|e2e)/' },
    },
    {
      name: 'web-knows-the-rules-only',
      comment:
        'The browser knows GraphQL, not REST, and asks what the viewer may do instead of knowing the roles table.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^contract/', pathNot: '^contract/src/(rules|audit-retention)\\.ts$' },
    },
    {
      name: 'areas-stay-apart',
      comment:
        'What two areas share moves to core, ui, product-api or shapes, or the one is in `usedAreas` of the other.',
      severity: 'error',
      from: {
        path: `^(platform|gateway|web)/src/(${areas})/`,
        pathNot: [
          tests,
          ...areaUses.map(({ area }) => `^${area}/`),
          ...Object.keys(gatewaySharedFiles).map((area) => `^gateway/src/${area}/`),
        ],
      },
      to: { path: `^$1/src/(${areas})/`, pathNot: '^$1/src/$2/' },
    },
    ...areaUses.map(({ area, used }) => ({
      name: `${area.replace('/src/', '-')}-uses-declared-areas-only`,
      severity: 'error',
      from: { path: `^${area}/`, pathNot: tests },
      to: { path: `^${area.replace(/[^/]+$/, '')}(${areas})/`, pathNot: `^(${area}|${used})/` },
    })),
    ...platformCore.slice(1).map((layer, index) => ({
      name: `platform-core-${layer}-imports-lower-layers-only`,
      severity: 'error',
      from: { path: `^platform/src/core/${layer}/`, pathNot: tests },
      to: { path: `^platform/src/core/(${platformCore.slice(0, index + 1).join('|')})/` },
    })),
    {
      name: 'platform-core-mail-and-files-stay-apart',
      severity: 'error',
      from: { path: '^platform/src/core/(mail|files)/' },
      to: { path: '^platform/src/core/(mail|files)/', pathNot: '^platform/src/core/$1/' },
    },
    {
      name: 'platform-core-imports-no-area',
      severity: 'error',
      from: { path: '^platform/src/core/', pathNot: tests },
      to: { path: `^platform/src/(${areas})/` },
    },
    {
      name: 'web-folders-in-one-direction',
      comment: 'The areas use ui and apollo; app puts the areas together.',
      severity: 'error',
      from: { path: `^web/src/(${areas}|ui|apollo)/`, pathNot: tests },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-ui-knows-no-area',
      severity: 'error',
      from: { path: '^web/src/(ui|apollo)/', pathNot: tests },
      to: { path: `^web/src/(${areas})/` },
    },
    {
      name: 'web-ui-layers',
      comment: 'table, dialog -> form -> apollo -> feedback; layout -> apollo -> feedback.',
      severity: 'error',
      from: { path: '^web/src/ui/(feedback|form|layout)/', pathNot: tests },
      to: { path: '^web/src/ui/(table|dialog|form|layout)/', pathNot: '^web/src/ui/$1/' },
    },
    {
      name: 'web-feedback-imports-no-apollo',
      severity: 'error',
      from: { path: '^web/src/ui/feedback/', pathNot: tests },
      to: { path: '^web/src/(apollo|ui/(form|table|dialog|layout))/' },
    },
    {
      name: 'web-apollo-imports-feedback-only',
      severity: 'error',
      from: { path: '^web/src/apollo/', pathNot: tests },
      to: { path: '^web/src/ui/', pathNot: '^web/src/ui/feedback/' },
    },
    {
      name: 'calls-of-areas-stay-apart',
      severity: 'error',
      from: { path: `^contract/src/calls/(${areas})\\.ts$` },
      to: { path: '^contract/src/calls/' },
    },
    ...Object.entries(gatewaySharedFiles).map(([area, files]) => ({
      name: `gateway-${area}-uses-shared-files-only`,
      severity: 'error',
      from: { path: `^gateway/src/${area}/`, pathNot: tests },
      to: { path: `^gateway/src/(${areas})/`, pathNot: [`^gateway/src/${area}/`, `^gateway/src/${files}`] },
    })),
    ...gatewayLayers.map(([layer, folders], index) => {
      const above = ['check-api', ...gatewayLayers.slice(0, index).map(([, higher]) => higher)].join('|');
      return {
        name: `gateway-${layer}-imports-lower-layers-only`,
        severity: 'error',
        from: { path: `^gateway/src/(${folders})/`, pathNot: tests },
        to: { path: `^gateway/src/((${above})/|[^/]+\\.ts$)` },
      };
    }),
    { name: 'tests-stay-out', severity: 'error', from: { pathNot: tests }, to: { path: tests } },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
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
