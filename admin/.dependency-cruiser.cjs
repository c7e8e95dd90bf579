// The walls of the panel: features know the kit, the API, the texts and the forms, and of other features only their entry.ts.
const FEATURE = '^admin/src/features/([^/]+)/'

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^admin/src/main\\.tsx$', '^admin/src/ui/', '^admin/src/i18n/'] },
      to: {},
    },
    {
      name: 'only-the-description-of-the-server',
      severity: 'error',
      from: { path: '^admin/' },
      to: { path: '^src/', pathNot: '^src/admin-api/' },
    },
    {
      name: 'features-apart',
      severity: 'error',
      from: { path: FEATURE },
      to: { path: '^admin/src/features/', pathNot: ['^admin/src/features/$1/', '/entry\\.tsx?$'] },
    },
    { name: 'features-not-app', severity: 'error', from: { path: FEATURE }, to: { path: '^admin/src/app/' } },
    {
      name: 'ui-alone',
      severity: 'error',
      from: { path: '^admin/src/ui/' },
      to: { path: '^(admin/src/|src/)', pathNot: '^admin/src/ui/' },
    },
    {
      name: 'i18n-alone',
      severity: 'error',
      from: { path: '^admin/src/i18n/' },
      to: { path: '^(admin/src/|src/)', pathNot: '^admin/src/i18n/' },
    },
    {
      name: 'forms-below-features',
      severity: 'error',
      from: { path: '^admin/src/forms/' },
      to: { path: '^admin/src/(app|features)/' },
    },
    {
      name: 'api-alone',
      severity: 'error',
      from: { path: '^admin/src/api/' },
      to: { path: '^admin/src/', pathNot: '^admin/src/api/' },
    },
    {
      name: 'kit-behind-ui',
      severity: 'error',
      from: { path: '^admin/src/', pathNot: '^admin/src/ui/' },
      to: { path: 'node_modules/(@mantine|@tiptap|@codemirror|@dnd-kit|@tanstack/react-(table|virtual))/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|json)$' },
  },
}
