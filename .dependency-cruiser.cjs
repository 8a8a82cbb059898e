const areas = 'session|account|users|organisations|mappings|assessments|sso|config|lookups';
const tests = '(\\.test\\.tsx?$|/testing/)';

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
      to: { path: '^contract/', pathNot: '^contract/src/rules\\.ts$' },
    },
    {
      name: 'areas-stay-apart',
      comment: 'What two areas share moves to core, ui, product-api or shapes.',
      severity: 'error',
      from: { path: `^(platform|gateway|web)/src/(${areas})/`, pathNot: tests },
      to: { path: `^$1/src/(${areas})/`, pathNot: '^$1/src/$2/' },
    },
    {
      name: 'calls-of-areas-stay-apart',
      severity: 'error',
      from: { path: `^contract/src/calls/(${areas})\\.ts$` },
      to: { path: '^contract/src/calls/' },
    },
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
